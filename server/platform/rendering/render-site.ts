/** Renders the public pages in a process of its own, which ends: React and every page take 100 MB that a server would keep. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import type { Site } from '../../../contract/platform/organisation.ts'
import type { LanguageTag } from '../../../contract/platform/language-tags.ts'
import { minutes } from '../clock.ts'
import { sha256 } from '../crypto.ts'
import { RENDERER } from '../root.ts'

const Pages = z.record(z.string(), z.string())
type Pages = z.output<typeof Pages>

/** Files of a publication, by address, as text or bytes. */
export type SiteFiles = Readonly<Record<string, string | { readonly base64: string }>>

/**
 * @param tags the languages beside English
 * @returns names what renders them: pages of one build do not work with the scripts of another
 */
export function readBuildName(tags: readonly LanguageTag[]): string {
  const languages = tags.flatMap((tag) => [`files-${tag}.json`, `language-${tag}.js`])
  const parts = ['files.json', 'render.js', 'entry.js', ...languages].map((file) =>
    readFileSync(join(RENDERER, file), 'utf8'),
  )
  return sha256(parts.join('\n')).toString('hex').slice(0, 16)
}

/**
 * Renders every page.
 * @param tags the languages beside English
 * @throws when a page cannot be rendered, with what the process wrote
 */
export function renderSite(site: Site, tags: readonly LanguageTag[]): Promise<Pages> {
  // One after another: each takes a processor for a second, and 100 MB.
  const rendered = turn.then(async () => {
    const pages = await renderNow(site)
    for (const tag of tags) Object.assign(pages, await renderNow(site, tag))
    return pages
  })
  turn = rendered.catch(() => {})
  return rendered
}

let turn: Promise<unknown> = Promise.resolve()

/** @param tag the language of the pages; without it, English */
async function renderNow(site: Site, tag?: LanguageTag): Promise<Pages> {
  const renderer = spawn(process.execPath, [join(RENDERER, 'render.js'), ...(tag === undefined ? [] : [tag])], {
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: minutes(1),
    env: { NODE_ENV: 'production' },
  })
  const ended = once(renderer, 'close')
  // It may end before it has read everything; its exit code says so.
  renderer.stdin.on('error', () => {})
  renderer.stdin.end(JSON.stringify(site))
  const [pages, fault] = await Promise.all([text(renderer.stdout), text(renderer.stderr), ended])
  if (renderer.exitCode !== 0) throw new Error(`the pages could not be rendered: ${fault.slice(0, 2000)}`)
  return Pages.parse(JSON.parse(pages))
}
