/** Bundles what the browser runs, and what renders the pages here, then writes each page as a file that the server only sends. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from 'vite'
import { z } from 'zod'
import { Renderer } from './renderer.ts'

const ROOT = join(import.meta.dirname, '..')
const RENDERER = join(ROOT, 'build/renderer')
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

/** @param output the folder of the built pages, which is emptied */
export async function buildPages(output: string): Promise<void> {
  rmSync(output, { recursive: true, force: true })
  const shared = { root: ROOT, logLevel: 'warn' } as const
  await build({ ...shared, build: { outDir: output, manifest: true, rolldownOptions: { input: join(ROOT, ENTRY) } } })
  const ssr = join(ROOT, 'web/entry.server.tsx')
  await build({ ...shared, build: { ssr, outDir: RENDERER, copyPublicDir: false } })
  const manifest = Manifest.parse(JSON.parse(readFileSync(join(output, '.vite/manifest.json'), 'utf8')))
  const renderer = Renderer.parse(await import(join(RENDERER, 'entry.server.js')))
  for (const address of renderer.addresses) {
    const { scripts, styles } = filesOf(manifest, [ENTRY, ...(await renderer.modulesOf(address))])
    const page = await renderer.renderPage(address, `/${manifest[ENTRY]?.file ?? ''}`)
    const links = [
      ...styles.map((file) => `<link rel="stylesheet" href="/${file}"/>`),
      // A low priority: on a slow line scripts would share the bandwidth with what the first paint needs.
      ...scripts.map((file) => `<link rel="modulepreload" fetchpriority="low" href="/${file}"/>`),
    ]
    const path = join(output, address, 'index.html')
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, page.replace('</head>', `${links.join('')}</head>`))
  }
  rmSync(RENDERER, { recursive: true })
  rmSync(join(output, '.vite'), { recursive: true })
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
