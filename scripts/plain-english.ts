/**
 * Refuses the phrases that docs/voice.md lists. None may stand in what people read: web/words, web/content, the summaries of
 * `contract/`, README, CONTRIBUTING and `docs/`. Comments may have them in 2 % of their lines, and only a few comments may begin
 * as a fragment, such as "Of the request".
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const COMMENT_SHARE_MAX = 0.02
const FRAGMENT_SHARE_MAX = 0.02
const FRAGMENT = /^(?:Of|What|So|Then|Where|That|Who|Whoever|Which)\b/g
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
  return /^\s*(?:\/\/|\{?\/\*|\*)(.*)$/.exec(text)?.[1] ?? /\s\/\/ (.*)$/.exec(text)?.[1]
}

/** The first line of each comment: a block, line comments one below the other, or one after code. */
function beginningsOf(file: string): Line[] {
  let isContinued = false
  return linesOf(file).flatMap((line) => {
    const text = commentOf(line.text)?.replace(/^[\s*]+/, '') ?? ''
    const isWhole = /^\s*(?:\/\/|\{?\/\*|\*)/.test(line.text)
    if (!isWhole || /^\s*\{?\/\*/.test(line.text)) isContinued = false
    const begins = text !== '' && !isContinued
    isContinued = isWhole && !line.text.trimEnd().endsWith('*/') && (isContinued || begins)
    return begins ? [{ ...line, text }] : []
  })
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
const codeFiles = CODE_FOLDERS.flatMap(filesUnder).filter((file) => !file.endsWith('.md'))
const commentLines = codeFiles.flatMap(linesOf).flatMap((line) => {
  const text = commentOf(line.text)
  return text === undefined ? [] : [{ ...line, text }]
})
const comments = codeFiles.flatMap(beginningsOf)
const isListed = process.argv.includes('--all')

/** Prints the share of faults, and their places if there are too many or `--all` is given. @returns whether there are too many */
function report(kind: string, faults: readonly Finding[], all: number, of: string, shareMax: number): boolean {
  const tooMany = faults.length / all > shareMax
  if (tooMany || isListed) for (const { place, phrase } of faults) console.error(`${place}: "${phrase}"`)
  const percent = (share: number) => `${Number((share * 100).toFixed(1))} %`
  console.log(
    `${faults.length} ${kind} in ${all} ${of} (${percent(faults.length / all)}, at most ${percent(shareMax)})`,
  )
  return tooMany
}

for (const { place, phrase } of inTexts) console.error(`${place}: "${phrase}"`)
console.log(`${inTexts.length} refused phrases in texts`)
const isRefused = [
  inTexts.length > 0,
  report('refused phrases', find(commentLines, refused), commentLines.length, 'comment lines', COMMENT_SHARE_MAX),
  report('fragments', find(comments, FRAGMENT), comments.length, 'comments', FRAGMENT_SHARE_MAX),
].includes(true)
process.exitCode = isRefused ? 1 : 0
