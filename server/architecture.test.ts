/** docs/architecture.md draws the domains of the server from top to bottom: imports and reads of tables go down, never up. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { circlesOf, readSources, type Edge } from '../test/support/imports.ts'

const ROOT = join(import.meta.dirname, '..')
const PAGE = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')

/** The one way down, as drawn. */
const ORDER = /^ *(serve --> [\w -]+(?: --> [\w -]+)*)$/m.exec(PAGE)?.[1]?.split(' --> ') ?? []

/** Tables without a declaration in a `schema.ts`: only SQL uses them. */
const SQL_ONLY_TABLES: Readonly<Record<string, string>> = {
  instance: 'platform/db',
  jobs: 'platform/jobs',
  organisation_versions: 'platform/organisation',
  aid_kinds: 'platform/organisation',
  organisation_pictures: 'platform/rendering',
  stories: 'platform/rendering',
  policy_versions: 'platform/rendering',
  rendered_sites: 'platform/rendering',
  site_previews: 'platform/rendering',
  organisation_draft: 'office/organisation',
  organisation_proposals: 'office/organisation',
  rate_limits: 'platform/rate-limits',
  ledger_accounts: 'money/ledger',
  ledger_checkpoints: 'money/ledger',
  book_checks: 'money/ledger',
  book_outages: 'money/ledger',
  sealed_days: 'money/ledger',
  monthly_gifts: 'money/ledger',
  audit_chain: 'record/audit',
  audit_chain_state: 'record/audit',
  act_digests: 'record/audit',
  log_keys: 'proof/log',
  log_entries: 'proof/log',
  log_tile_roots: 'proof/log',
  log_checkpoints: 'proof/log',
  log_cosignatures: 'proof/log',
  witness_sends: 'proof/log',
  log_signing_stop: 'proof/log',
  gift_lots: 'proof/log',
  gift_turns: 'proof/log',
  gifts_to_place: 'proof/log',
  log_outbox: 'proof/log',
  log_rechecks: 'proof/log',
  log_sweeps: 'proof/log',
  allocations: 'proof/log',
  published_rows: 'proof/log',
  published_payments: 'proof/log',
  published_moves: 'proof/log',
}

/** `server/`, `sandbox/` and `contract/` are searched; a path begins with the folder, without `server/`. */
const files = ['server', 'sandbox'].flatMap((folder) =>
  readSources(join(ROOT, folder)).map(({ path, code, imports }) => ({
    path: inServer(join(folder, path)),
    code,
    imports: imports.map((to) => inServer(join(folder, to))),
  })),
)

function inServer(path: string): string {
  return path.replace(/^server\//, '')
}

/** A domain, a file directly in `server/` (`app`, `serve`), `sandbox` or `contract`. */
function domainOf(path: string): string {
  const [first = ''] = path.split('/')
  return first.replace(/\.ts$/, '').replace(/^main$/, 'serve')
}

/** `aid/awards` of each file in it, at any depth; a file directly in a domain is a separate room. */
function roomOf(path: string): string {
  return path.split('/').slice(0, 2).join('/').replace(/\.ts$/, '')
}

const imports = files.flatMap(({ path, imports }): Edge[] =>
  imports.map((to) => ({ from: path, to, because: `${path} imports ${to}` })),
)

const because = (edges: readonly Edge[]) => edges.map((edge) => edge.because)

function goesUp({ from, to }: Edge): boolean {
  const [upper, lower] = [ORDER.indexOf(domainOf(from)), ORDER.indexOf(domainOf(to))]
  return upper === -1 || lower === -1 || upper > lower
}

/** Tables by the exported name of a `schema.ts`, with their owner. */
const declaredTables = files.flatMap(({ path, code }) =>
  [...code.matchAll(/export const (\w+) = pgTable\(\s*'(\w+)'/g)].map(([, name = '', table = '']) => ({
    path,
    room: roomOf(path),
    name,
    table,
  })),
)
const ownerOf = new Map([
  ...Object.entries(SQL_ONLY_TABLES),
  ...declaredTables.map(({ table, room }) => [table, room] as const),
])

interface TableUse extends Edge {
  readonly writes: boolean
}

/** Uses of tables in SQL: `from x`, `join x`, the table of a list, `insert into x`, `update x`, `delete from x`. */
const sqlUses = files.flatMap(({ path, code }): TableUse[] =>
  [...code.matchAll(/\b(from|join|into|update|delete from|table:) (?:only |sql`)?(\w+)\b/g)].flatMap(
    ([, verb = '', table = '']) => {
      const owner = ownerOf.get(table)
      if (owner === undefined) return []
      const writes = !/^(from|join|table:)$/.test(verb)
      return { from: path, to: owner, because: `${path} ${writes ? 'writes' : 'reads'} ${table}`, writes }
    },
  ),
)

/** Uses of tables by their Drizzle objects, imported from the owner's `schema.ts`. */
const objectUses = files.flatMap(({ path, code }): TableUse[] =>
  [...code.matchAll(/import \{([^}]*)\} from '([^']*schema\.ts)'/g)].flatMap(([, names = '', from = '']) => {
    const schema = inServer(join('server', dirname(path), from))
    return declaredTables
      .filter((table) => table.path === schema && new RegExp(`(?<!type )\\b${table.name}\\b`).test(names))
      .map(({ name, room: owner }) => ({
        from: path,
        to: owner,
        because: `${path} uses ${name}`,
        writes: new RegExp(`\\.(insert|update|delete)\\(${name}\\)`).test(code),
      }))
  }),
)

const tableUses = [...sqlUses, ...objectUses].filter(({ from, to }) => roomOf(from) !== roomOf(to))

test('the diagram shows every domain once, from top to bottom', () => {
  const domains = new Set(files.map(({ path }) => domainOf(path)))
  expect(new Set(ORDER)).toEqual(new Set([...domains, 'contract']))
  expect(ORDER).toHaveLength(new Set(ORDER).size)
})

test('no import goes up', () => {
  expect(because(imports.filter(goesUp))).toEqual([])
})

test('no table of a higher domain is read', () => {
  expect(because(tableUses.filter(goesUp))).toEqual([])
})

test('the sandbox uses the platform alone, and only what assembles or fills the product uses it', () => {
  const others = imports.filter(
    ({ from, to }) =>
      (domainOf(from) === 'sandbox' && !['sandbox', 'platform', 'contract'].includes(domainOf(to))) ||
      (domainOf(to) === 'sandbox' && !['sandbox', 'app', 'operator'].includes(domainOf(from))),
  )
  expect(because(others)).toEqual([])
})

test("a table is written within its owner's domain alone, and by the operator's commands", () => {
  const foreign = tableUses
    // A scan keeps its cursor in the row of its job.
    .filter(({ to, writes }) => writes && to !== 'platform/jobs')
    .filter(({ from, to }) => domainOf(from) !== domainOf(to) && domainOf(from) !== 'operator')
  expect(because(foreign)).toEqual([])
})

test('no two rooms of a domain depend on each other, not even by way of others', () => {
  const rooms = [...imports, ...tableUses]
    .filter(({ from, to }) => domainOf(from) === domainOf(to))
    .map((edge) => ({ from: roomOf(edge.from), to: roomOf(edge.to), because: edge.because }))
  expect(because(circlesOf(rooms))).toEqual([])
})

test('the table of rooms names every folder of the server', () => {
  const rooms = new Set(files.flatMap(({ path }) => (path.split('/').length > 2 ? [roomOf(path)] : [])))
  expect([...rooms].filter((room) => !PAGE.includes(`\`${room}/\``))).toEqual([])
})

test('our own name stands in one file, but for what an operator reads and settings begin with', () => {
  const elsewhere = /^(?:server\/(?:operator|serve|platform\/(?:env|db)\/)|contract\/platform\/our-organisation)/
  const sources = ['server', 'contract', 'web'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  const named = sources
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name) && !elsewhere.test(name))
    .filter((name) => /^(?! *(?:\*|\/\*)).*Taimako/m.test(readFileSync(join(ROOT, name), 'utf8')))
  expect(named).toEqual([])
})
