/**
 * Bundles what the browser runs, and what renders the pages, then renders the pages of an
 * organisation that has not set anything yet, as files that the server only sends.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from 'vite'
import { z } from 'zod'
import { RENDERER, renderSite } from '../server/platform/rendering/render-site.ts'
import { shownTexts } from '../server/platform/rendering/shown-texts.ts'
import { ourOrganisation } from '../contract/platform/our-organisation.ts'
import { siteOf } from '../contract/platform/our-site.ts'
import { Renderer } from './renderer.ts'

const ROOT = join(import.meta.dirname, '..')
const ENTRY = 'web/entry.client.tsx'

/** Of each module that is a file of its own: that file, what it imports with it, and its styles. */
const Manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
  }),
)
type Manifest = z.output<typeof Manifest>

const ourSite = siteOf(ourOrganisation, shownTexts(ourOrganisation, new Map()))

/** @param output the folder of the built pages, which is emptied */
export async function buildPages(output: string): Promise<void> {
  for (const folder of [output, RENDERER]) rmSync(folder, { recursive: true, force: true })
  const shared = { root: ROOT, logLevel: 'warn' } as const
  await build({ ...shared, build: { outDir: output, manifest: true, rolldownOptions: { input: join(ROOT, ENTRY) } } })
  await build({
    ...shared,
    // The container image has no packages of the pages.
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: RENDERER,
      copyPublicDir: false,
      rolldownOptions: { input: { render: join(ROOT, 'web/render.ts'), entry: join(ROOT, 'web/entry.server.tsx') } },
    },
  })
  const manifest = Manifest.parse(JSON.parse(readFileSync(join(output, '.vite/manifest.json'), 'utf8')))
  const renderer = Renderer.parse(await import(join(RENDERER, 'entry.js')))
  const links: Record<string, string> = {}
  for (const address of renderer.addresses)
    links[address] = linksTo(filesOf(manifest, [ENTRY, ...(await renderer.modulesOf(address))]))
  const files = JSON.stringify({ entry: `/${manifest[ENTRY]?.file ?? ''}`, links })
  writeFileSync(join(RENDERER, 'files.json'), files)
  for (const [address, content] of Object.entries(await renderSite(ourSite))) {
    const path = join(output, address.includes('.') ? address : `${address}/index.html`)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  }
  rmSync(join(output, '.vite'), { recursive: true })
}

function linksTo({ scripts, styles }: { scripts: readonly string[]; styles: readonly string[] }): string {
  return [
    ...styles.map((file) => `<link rel="stylesheet" href="/${file}"/>`),
    // A low priority: on a slow line scripts would share the bandwidth with what the first paint needs.
    ...scripts.map((file) => `<link rel="modulepreload" fetchpriority="low" href="/${file}"/>`),
  ].join('')
}

/** The files that modules need before they can run, each once. */
function filesOf(manifest: Manifest, modules: readonly string[]): { scripts: string[]; styles: string[] } {
  const seen = new Set<string>()
  const scripts: string[] = []
  const styles: string[] = []
  const visit = (module: string) => {
    const entry = manifest[module]
    if (!entry || seen.has(module)) return
    seen.add(module)
    scripts.push(entry.file)
    styles.push(...entry.css)
    entry.imports.forEach(visit)
  }
  modules.forEach(visit)
  return { scripts, styles }
}
