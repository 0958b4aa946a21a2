/** Prints the lines of the product by domain: contract, server, sandbox, web and SQL, without tests. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const PARTS = ['contract', 'server', 'sandbox', 'web', 'migrations'] as const
const FILES = globSync(`{${PARTS.join(',')}}/**/*.{ts,tsx,js,css,sql}`, { cwd: ROOT }).filter(
  (path) => !path.includes('.test.') && !path.includes('node_modules'),
)

/** `aid` of `server/aid/…`, `contract/aid/…`, `web/staff/aid/…` and `web/words/en-NG/aid/…`; otherwise the folder. */
function domainOf(path: string): string {
  const [part = '', first = '', second = '', third = ''] = path.split('/')
  if (part === 'sandbox' || part === 'migrations') return part
  const name = part === 'web' ? { staff: second, words: third }[first] : first
  if (name === undefined) return `web/${first.includes('.') ? '' : first}`
  return name.includes('.') ? part : name
}

const counts = new Map<string, Record<string, number>>()
for (const path of FILES) {
  const lines = readFileSync(join(ROOT, path), 'utf8').split('\n').length - 1
  const [part = ''] = path.split('/')
  const row = counts.get(domainOf(path)) ?? {}
  row[part] = (row[part] ?? 0) + lines
  counts.set(domainOf(path), row)
}

const total = (row: Record<string, number>) => Object.values(row).reduce((sum, lines) => sum + lines, 0)
const rows = [...counts].toSorted(([, a], [, b]) => total(b) - total(a))
for (const [domain, row] of rows) {
  const parts = Object.entries(row).map(([part, lines]) => `${part} ${lines}`)
  process.stdout.write(`${String(total(row)).padStart(7)}  ${domain.padEnd(14)}${parts.join(', ')}\n`)
}
process.stdout.write(`${String(rows.reduce((sum, [, row]) => sum + total(row), 0)).padStart(7)}  lines of product\n`)
