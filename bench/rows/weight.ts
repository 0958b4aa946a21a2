/** What a visitor's browser fetches for a built page before anything is clicked, compressed. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { BUILD_FOLDER } from '../../server/lib/http/pages.ts'
import { atMost, noGoal, type Result } from '../results.ts'

const PAGES = [
  { path: '/', file: 'index.html', scriptGoal: 120 },
  { path: '/donate', file: 'donate/index.html', scriptGoal: 155 },
]
const STYLE_GOAL = 12

const kilobytes = (figure: number) => `${figure.toFixed(1)} kB`

export async function measureWeight(): Promise<Result[]> {
  if (!existsSync(BUILD_FOLDER)) {
    return [{ what: 'weight of the pages', figures: 'the pages are not built yet', ...noGoal('not measured') }]
  }
  return PAGES.flatMap(({ path, file, scriptGoal }) => weigh(path, file, scriptGoal))
}

function weigh(path: string, file: string, scriptGoal: number): Result[] {
  if (!existsSync(join(BUILD_FOLDER, file))) {
    return [{ what: `weight of ${path}`, figures: 'the build has no such page', ...noGoal('not measured') }]
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
  const sum = (files: readonly string[]) => files.reduce((total, each) => total + zipped(each), 0)
  return [
    {
      what: `JavaScript of ${path}, gzip`,
      figures: `${scripts.length} files; HTML ${kilobytes(gzipSync(html, { level: 9 }).length / 1000)}`,
      ...atMost(sum(scripts), scriptGoal, kilobytes),
    },
    { what: `CSS of ${path}, gzip`, figures: `${styles.length} files`, ...atMost(sum(styles), STYLE_GOAL, kilobytes) },
    {
      what: `fonts named by the CSS of ${path}`,
      figures: `${fonts.length} files; a browser fetches those whose letters it needs`,
      ...noGoal(kilobytes(fonts.reduce((total, font) => total + read(font).length / 1000, 0))),
    },
  ]
}

function firstGroup(match: RegExpMatchArray): string {
  return match.slice(1).find((group) => group !== undefined) ?? ''
}

/** A module is fetched with everything it imports at once; what it imports only when asked is not. */
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

function zipped(address: string): number {
  return gzipSync(read(address), { level: 9 }).length / 1000
}

function read(address: string): Buffer {
  return readFileSync(join(BUILD_FOLDER, address))
}
