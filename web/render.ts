/**
 * The process that renders the site of one organisation: it reads what the pages carry from its standard input, writes every page as
 * JSON by its address, and ends. The build runs it with our defaults, the server with what was published; once for English, then once
 * for each language, which is its argument.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { runInThisContext } from 'node:vm'
import { z } from 'zod'
import { OFFLINE_PATH } from '../contract/platform/languages.ts'
import type { Site } from '../contract/platform/organisation.ts'

/** Made by the build: the module that hydrates, and for each address the links to the files that it loads. */
const Files = z.object({ entry: z.string(), links: z.record(z.string(), z.string()) })

const [, , tag] = process.argv
const name = tag === undefined ? 'files.json' : `files-${tag}.json`
const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')
const { entry, links } = Files.parse(JSON.parse(read(name)))
const site: Site = JSON.parse(await text(process.stdin))
globalThis.taimakoSite = site
if (tag !== undefined) runInThisContext(read(`language-${tag}.js`))
// The pages read it while they are loaded.
const { renderPage } = await import('./entry.server.tsx')
const pages: Record<string, string> = {}
const inLanguage = (address: string) => (tag === undefined ? address : `/${tag}${address}`)
const { offlinePage } = await import('./offline.ts')
pages[inLanguage(OFFLINE_PATH)] = offlinePage
if (tag === undefined) {
  const { manifest } = await import('./manifest.ts')
  pages['/manifest.webmanifest'] = manifest
  // For who comes from another page.
  for (const [part, shown] of Object.entries(site.texts))
    pages[`/texts/${part}.json`] = JSON.stringify({ [part]: shown })
}
for (const [address, files] of Object.entries(links)) {
  const page = await renderPage(address, entry)
  pages[inLanguage(address)] = page.replace('</head>', `${files}</head>`)
}
process.stdout.write(JSON.stringify(pages))
