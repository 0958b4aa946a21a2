/**
 * Builds the pages into build/client, with a Brotli copy beside every file that compresses well, so that the server only sends
 * bytes. The same sources give the same bytes.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { MODE_PLACEHOLDER } from '../contract/platform/mode-placeholder.ts'
import { PUBLIC_URL_PLACEHOLDER } from '../contract/platform/public-url.ts'
import { buildPages } from './pages.ts'
import { writeVerifier } from './verifier.ts'
import { writeServiceWorker } from './service-worker.ts'

const ROOT = join(import.meta.dirname, '..')
const OUTPUT = join(ROOT, 'build/client')
const COMPRESSIBLE = new Set([
  '.html',
  '.js',
  '.mjs',
  '.css',
  '.svg',
  '.json',
  '.webmanifest',
  '.txt',
  '.xml',
  '.ico',
  '.wasm',
])

/** Lists every built page that allows indexing. */
function writeSitemap(): void {
  const addresses = readdirSync(OUTPUT, { recursive: true, encoding: 'utf8' })
    .filter((name) => basename(name) === 'index.html')
    .filter((name) => !readFileSync(join(OUTPUT, name), 'utf8').includes('<meta name="robots" content="noindex"'))
    .map((name) => (name === 'index.html' ? '/' : `/${dirname(name).split(sep).join('/')}`))
    .sort()
  const entries = addresses.map((address) => `  <url><loc>${PUBLIC_URL_PLACEHOLDER}${address}</loc></url>\n`)
  const sitemap = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('')}</urlset>
`
  writeFileSync(join(OUTPUT, 'sitemap.xml'), sitemap)
}

async function compressFile(name: string): Promise<void> {
  const path = join(OUTPUT, name)
  const bytes = readFileSync(path)
  // The server fills in its address and its mode, and compresses the result.
  if ((bytes.includes(PUBLIC_URL_PLACEHOLDER) || bytes.includes(MODE_PLACEHOLDER)) && extname(name) !== '.js') return
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  const brotli = await promisify(brotliCompress)(bytes, { params })
  // A tiny file may grow. Without a copy the server sends the original.
  if (brotli.length < bytes.length) writeFileSync(`${path}.br`, brotli)
}

await buildPages(OUTPUT)
writeSitemap()
writeServiceWorker(OUTPUT)
await writeVerifier(OUTPUT)
const names = readdirSync(OUTPUT, { recursive: true, encoding: 'utf8' })
// In parallel: zlib works on several threads, and the start waits for it.
await Promise.all(names.filter((name) => COMPRESSIBLE.has(extname(name))).map(compressFile))
