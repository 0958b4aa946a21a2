/**
 * Bundles what the browser runs, and what renders the pages, then renders the pages of an
 * organisation that has not set anything yet, as files that the server only sends.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { build } from 'vite'
import { z } from 'zod'
import { renderSite } from '../server/platform/rendering/render-site.ts'
import { RENDERER } from '../server/platform/root.ts'
import { shownTexts } from '../server/platform/rendering/shown-texts.ts'
import { OUR_FUNDS } from '../contract/money/funds.ts'
import { ourOrganisation } from '../contract/platform/our-organisation.ts'
import { siteOf } from '../contract/platform/our-site.ts'
import { PUBLIC_URL_PLACEHOLDER } from '../contract/platform/public-url.ts'
import { LANGUAGE_TAGS, type LanguageTag } from '../contract/platform/language-tags.ts'
import { TRANSLATED_PATHS } from '../contract/platform/languages.ts'
import { languageScript, readCatalogue, translatedWords } from './catalogues.ts'
import { Renderer } from './renderer.ts'

const ROOT = join(import.meta.dirname, '..')
const ENTRY = 'web/entry.client.tsx'

/** The files of each module that is built apart: the module, its imports, and its styles. */
const Manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
  }),
)
type Manifest = z.output<typeof Manifest>

const ourSite = siteOf(ourOrganisation, shownTexts(ourOrganisation, new Map()), { funds: OUR_FUNDS })

/** @param output the folder of the built pages, which is emptied */
export async function buildPages(output: string): Promise<void> {
  for (const folder of [output, RENDERER]) rmSync(folder, { recursive: true, force: true })
  const shared = { root: ROOT, logLevel: 'warn' } as const
  const manifest = await bundlePages(output)
  await build({
    ...shared,
    plugins: [translatedWords()],
    // The container image has no packages of the pages.
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: RENDERER,
      copyPublicDir: false,
      rolldownOptions: { input: { render: join(ROOT, 'web/render.ts'), entry: join(ROOT, 'web/entry.server.tsx') } },
    },
  })
  // The pages read it while they are loaded.
  Object.assign(globalThis, { taimakoSite: ourSite })
  const renderer = Renderer.parse(await import(join(RENDERER, 'entry.js')))
  const writeFiles = async (
    name: string,
    from: Manifest,
    addresses: readonly string[],
    more: (path: string) => string,
  ) => {
    const links: Record<string, string> = {}
    for (const address of addresses)
      links[address] = more(address) + linksTo(filesOf(from, [ENTRY, ...(await renderer.modulesOf(address))]))
    writeFileSync(join(RENDERER, name), JSON.stringify({ entry: `/${from[ENTRY]?.file ?? ''}`, links }))
  }
  await writeFiles('files.json', manifest, renderer.addresses, alternates)
  const translated = await bundlePages(output, true)
  for (const tag of LANGUAGE_TAGS) {
    const script = await languageScript(tag, 'page')
    const file = `assets/language-${tag}-${createHash('sha256').update(script).digest('base64url').slice(0, 8)}.js`
    writeFileSync(join(output, file), script)
    writeFileSync(join(RENDERER, `language-${tag}.js`), await languageScript(tag, 'server'))
    const head = `<script src="/${file}"></script>${isDraft(tag) ? '<meta name="robots" content="noindex"/>' : ''}`
    await writeFiles(`files-${tag}.json`, translated, TRANSLATED_PATHS, (path) => head + alternates(path))
  }
  for (const [address, content] of Object.entries(await renderSite(ourSite, LANGUAGE_TAGS))) {
    const path = join(output, address.includes('.') ? address : `${address}/index.html`)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  }
  rmSync(join(output, '.vite'), { recursive: true })
}

/**
 * Bundles what the browser runs.
 * @param isTranslated for the pages in other languages, which share the files that are alike
 */
async function bundlePages(output: string, isTranslated = false): Promise<Manifest> {
  await build({
    root: ROOT,
    logLevel: 'warn',
    define: { 'import.meta.env.TRANSLATED': String(isTranslated) },
    plugins: isTranslated ? [translatedWords()] : [],
    build: { outDir: output, emptyOutDir: false, manifest: true, rolldownOptions: { input: join(ROOT, ENTRY) } },
  })
  return Manifest.parse(JSON.parse(readFileSync(join(output, '.vite/manifest.json'), 'utf8')))
}

const isDraft = (tag: LanguageTag) => {
  const { 'review.by': by, 'review.on': on } = readCatalogue(tag)
  return by === '' || on === ''
}

/** Tells search engines the same page in each language that was reviewed. */
export function alternates(path: string, reviewed = LANGUAGE_TAGS.filter((tag) => !isDraft(tag))): string {
  if (reviewed.length === 0 || !TRANSLATED_PATHS.includes(path)) return ''
  const link = (tag: string, address: string) =>
    `<link rel="alternate" hreflang="${tag}" href="${PUBLIC_URL_PLACEHOLDER}${address}"/>`
  return [link('en', path), ...reviewed.map((tag) => link(tag, `/${tag}${path}`))].join('')
}

function linksTo({ scripts, styles }: { scripts: readonly string[]; styles: readonly string[] }): string {
  return [
    ...styles.map((file) => `<link rel="stylesheet" href="/${file}"/>`),
    // A low priority: on a slow line scripts would share the bandwidth with what the first paint needs.
    ...scripts.map((file) => `<link rel="modulepreload" fetchpriority="low" href="/${file}"/>`),
  ].join('')
}

/**
 * The files that modules need before they can run, each once, what they import first: a browser loads one script beside the styles,
 * and the one that all import is the smallest.
 */
function filesOf(manifest: Manifest, modules: readonly string[]): { scripts: string[]; styles: string[] } {
  const seen = new Set<string>()
  const scripts: string[] = []
  const styles: string[] = []
  const visit = (module: string) => {
    const entry = manifest[module]
    if (!entry || seen.has(module)) return
    seen.add(module)
    entry.imports.forEach(visit)
    scripts.push(entry.file)
    styles.push(...entry.css)
  }
  modules.forEach(visit)
  return { scripts, styles }
}
