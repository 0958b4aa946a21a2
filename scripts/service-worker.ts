/** Writes the service worker of a build: web/service-worker.js with the names of the files that it keeps. */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGE_TAGS } from '../contract/platform/language-tags.ts'
import { OFFLINE_PATH } from '../contract/platform/languages.ts'

const SOURCE = join(import.meta.dirname, '../web/service-worker.js')

/** Pages on which people apply for aid. */
const PAGES = ['/aid', '/aid/ask', '/apply-for-aid', '/register', '/register/aid', '/register/account']

/** @param output the folder of the built pages */
export function writeServiceWorker(output: string): void {
  const assets = [...filesOf(output, PAGES)].sort()
  const worker = readFileSync(SOURCE, 'utf8')
    .replace('__PAGES__', JSON.stringify(PAGES))
    .replace('__ASSETS__', JSON.stringify(assets))
    .replace('__LANGUAGES__', JSON.stringify(LANGUAGE_TAGS))
  const pages = [...PAGES, OFFLINE_PATH].map((page) => readFileSync(join(output, page, 'index.html'), 'utf8'))
  const build = createHash('sha256')
    .update([worker, ...pages].join('\n'))
    .digest('hex')
    .slice(0, 16)
  writeFileSync(join(output, 'service-worker.js'), worker.replace('__BUILD__', build))
}

/** Everything that pages load at once or later: scripts with their imports, styles, fonts and drawings. */
function filesOf(output: string, pages: readonly string[]): Set<string> {
  const found = new Set<string>()
  const visit = (file: string) => {
    if (found.has(file)) return
    found.add(file)
    // The manifest names the files of every page of the site.
    if (/\.(?:js|css)$/.test(file) && !file.startsWith('/assets/manifest-'))
      namedIn(readFileSync(join(output, file), 'utf8'), file).forEach(visit)
  }
  for (const page of pages) namedIn(readFileSync(join(output, page, 'index.html'), 'utf8'), page).forEach(visit)
  return found
}

/** Names in quotes or in `url()`: `/assets/x.js` in pages and drawings, `./x.js` in imports, `x.woff2` in style sheets. */
function namedIn(text: string, from: string): string[] {
  const named = text.matchAll(/["'(`](\/assets\/[\w.-]+|\.\/[\w.-]+\.(?:js|css))["')`#]/g)
  return [...named].map(([, name = '']) => new URL(name, `http://build${from}`).pathname)
}
