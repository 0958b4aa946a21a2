/**
 * Refuses the phrases that docs/voice.md lists. None may stand in what people read: web/words, web/content, the summaries of
 * `contract/`, README, CONTRIBUTING and `docs/`. Comments may have them in 2 % of their lines.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const COMMENT_SHARE_MAX = 0.02
const CODE_FOLDERS = ['bench', 'contract', 'faults', 'sandbox', 'scripts', 'server', 'test', 'web']
const READ_BY_PEOPLE = ['docs', 'README.md', 'CONTRIBUTING.md', 'web/words', 'web/content', 'contract']

interface Finding {
  place: string
  phrase: string
}

interface Line {
  file: string
  number: number
  text: string
}

/** The first column of the table "Phrases we refuse" in docs/voice.md. */
function refusedPhrases(): string[] {
  const page = readFileSync(join(ROOT, 'docs/voice.md'), 'utf8')
  const section = /^## Phrases we refuse\n(.*?)(?=^## |$(?![^]))/ms.exec(page)?.[1] ?? ''
  const phrases = [...section.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) =>
    cell.split(',').map((each) => each.trim()),
  )
  const found = phrases.filter((phrase) => phrase !== '' && phrase !== 'refused' && !phrase.startsWith('---'))
  if (found.length === 0) throw new Error('docs/voice.md has no table under "Phrases we refuse".')
  return found
}

function filesUnder(path: string): string[] {
  const full = join(ROOT, path)
  if (/\.\w+$/.test(path)) return [path]
  return readdirSync(full, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|mjs|js|css|md)$/.test(name))
    .map((name) => join(path, name))
    .toSorted()
}

function linesOf(file: string): Line[] {
  const texts = readFileSync(join(ROOT, file), 'utf8').split('\n')
  return texts.map((text, index) => ({ file, number: index + 1, text }))
}

/** The comment on a line, or nothing. A whole line, or what follows ` // `. */
function commentOf(text: string): string | undefined {
  return /^\s*(?:\/\/|\/\*|\*)(.*)$/.exec(text)?.[1] ?? /\s\/\/ (.*)$/.exec(text)?.[1]
}

/** The lists of refused phrases themselves, and the spec's own words, are quoted in backticks or tables of voice.md. */
function textsReadByPeople(): Line[] {
  return READ_BY_PEOPLE.flatMap(filesUnder)
    .filter((file) => file !== 'docs/voice.md')
    .flatMap(linesOf)
    .filter(({ file, text }) => file.endsWith('.md') || commentOf(text) === undefined)
}

function find(lines: readonly Line[], refused: RegExp): Finding[] {
  return lines.flatMap(({ file, number, text }) =>
    [...text.matchAll(refused)].map(([phrase]) => ({ place: `${file}:${number}`, phrase })),
  )
}

const refused = new RegExp(String.raw`(?<![\w-])(?:${refusedPhrases().join('|')})(?![\w-])`, 'gi')
const inTexts = find(textsReadByPeople(), refused)
const comments = CODE_FOLDERS.flatMap(filesUnder)
  .flatMap(linesOf)
  .flatMap((line) => {
    const text = commentOf(line.text)
    return text === undefined ? [] : [{ ...line, text }]
  })
const inComments = find(comments, refused)
const share = inComments.length / comments.length
const tooMany = share > COMMENT_SHARE_MAX

for (const { place, phrase } of [...inTexts, ...(tooMany || process.argv.includes('--all') ? inComments : [])]) {
  console.error(`${place}: "${phrase}"`)
}
console.log(
  `${inTexts.length} refused phrases in texts; ${inComments.length} in ${comments.length} comment lines (${(share * 100).toFixed(1)} %, at most 2 %)`,
)
process.exitCode = inTexts.length > 0 || tooMany ? 1 : 0
