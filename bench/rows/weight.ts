/** The compressed size of what a browser loads for a built page before any click. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { BUILD_FOLDER } from '../../server/platform/root.ts'
import { FONT_KILOBYTES_MAX, SCRIPT_KILOBYTES_MAX, STYLE_KILOBYTES_MAX } from '../../test/support/page-budgets.ts'
import { atMost, noGoal, type Result } from '../results.ts'

/** Every public page with its JavaScript budget. Pages that are rarely visited first have none. */
const PAGES: readonly (readonly [path: string, scriptGoal: number | null])[] = [
  ...Object.entries(SCRIPT_KILOBYTES_MAX),
  ['/forgot-password', null],
  ['/reset-password', null],
  ['/apply-for-aid', null],
  ['/receipts/-', null],
  ['/404', null],
]

const kilobytes = (figure: number) => `${figure.toFixed(2)} kB`

export async function measureWeight(): Promise<Result[]> {
  if (!existsSync(BUILD_FOLDER)) {
    return [{ what: 'weight of the pages', figures: 'the pages are not built yet', ...noGoal('not measured') }]
  }
  return PAGES.map(([path, scriptGoal]) => weigh(path, scriptGoal))
}

function weigh(path: string, scriptGoal: number | null): Result {
  const file = `${path.slice(1)}${path === '/' ? '' : '/'}index.html`
  if (!existsSync(join(BUILD_FOLDER, file))) {
    return { what: `weight of ${path}`, figures: 'the build has no such page', ...noGoal('not measured') }
  }
  const html = readFileSync(join(BUILD_FOLDER, file), 'utf8')
  const scripts = withImports(
    [
      ...html.matchAll(
        /(?:src|href)="(\/[^"]+\.js)"|from\s*"(\/[^"]+\.js)"|import\("(\/[^"]+\.js)"\)|import\s*"(\/[^"]+\.js)"/g,
      ),
    ].map(firstGroup),
  )
  const styles = [...new Set([...html.matchAll(/href="(\/[^"]+\.css)"/g)].map(firstGroup))]
  const fonts = [...new Set(styles.flatMap((style) => fontsOf(style)))]
  const sum = (files: readonly string[]) => files.reduce((total, each) => total + zipped(read(each)), 0)
  const fontKilobytes = fonts.reduce((total, font) => total + read(font).length / 1000, 0)
  const within = sum(styles) <= STYLE_KILOBYTES_MAX && fontKilobytes <= FONT_KILOBYTES_MAX
  const script = scriptGoal === null ? noGoal(kilobytes(sum(scripts))) : atMost(sum(scripts), scriptGoal, kilobytes)
  return {
    what: `JavaScript of ${path}, gzip`,
    figures: `${scripts.length} files; HTML ${kilobytes(zipped(Buffer.from(html)))}, CSS ${kilobytes(sum(styles))} (≤ ${STYLE_KILOBYTES_MAX}), fonts ${kilobytes(fontKilobytes)} at most (≤ ${FONT_KILOBYTES_MAX})`,
    ...script,
    ...(script.met !== null && { met: script.met && within }),
  }
}

function firstGroup(match: RegExpMatchArray): string {
  return match.slice(1).find((group) => group !== undefined) ?? ''
}

/** A module loads its static imports with it, but not its dynamic ones. */
function withImports(entries: readonly string[]): string[] {
  const found = new Set<string>()
  const visit = (script: string) => {
    if (found.has(script)) return
    found.add(script)
    for (const match of read(script)
      .toString()
      .matchAll(/(?:^|[;\s}])(?:import|export)\s*(?:[\w*{}$,\s]+from\s*)?"(\.[^"]+\.js)"/g)) {
      visit(new URL(firstGroup(match), `http://page${script}`).pathname)
    }
  }
  entries.forEach(visit)
  return [...found]
}

function fontsOf(style: string): string[] {
  return [
    ...read(style)
      .toString()
      .matchAll(/url\(["']?([^"')]+\.woff2)["']?\)/g),
  ].map((match) => new URL(firstGroup(match), `http://page${style}`).pathname)
}

/** In the same way as the tests. */
function zipped(content: Buffer): number {
  return gzipSync(content, { level: 9 }).length / 1000
}

function read(address: string): Buffer {
  return readFileSync(join(BUILD_FOLDER, address))
}
