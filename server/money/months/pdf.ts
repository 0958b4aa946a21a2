/**
 * Writes tables as a PDF of plain text: the two fonts that every reader has, no picture, no script, ASCII only. Decision 0063 says why no
 * package does it.
 */
import { plainLetters } from '../../platform/sms/plain-letters.ts'

/** `rows` have the first cell on the left, and amounts on the right. */
export interface PdfTable {
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** In place of rows. */
  readonly none: string
}

interface PdfDocument {
  readonly title: string
  /** Under the title. */
  readonly lines: readonly string[]
  readonly tables: readonly PdfTable[]
  /** At the foot of each page, before its number. */
  readonly foot: string
}

/** A4, in points. */
const PAGE = { width: 595, height: 842, left: 50, right: 545, top: 790, bottom: 60 }
const LINE = 14
/** Space between a text and the amount beside it. */
const GAP = 8
/** At the foot of a page. */
const FOOT = { size: 7, top: 36, line: 9 }
/** Widths in Helvetica, in thousandths of its size: exact for what amounts are written with, and hardly ever too small for others. */
const WIDTHS: Readonly<Record<string, number>> = {
  '.': 278,
  ',': 278,
  '-': 333,
  ' ': 278,
  m: 833,
  M: 833,
  w: 722,
  W: 944,
  '@': 1015,
  '%': 889,
}
const CAPITAL_WIDTH = 780

interface Text {
  readonly text: string
  readonly x: number
  readonly size?: number
  readonly isBold?: boolean
}

/** @returns the file */
export function writePdf({ title, lines, tables, foot }: PdfDocument): string {
  const pages: string[][] = []
  let y = 0
  const feed = (height: number) => {
    if (y - height < PAGE.bottom || pages.length === 0) {
      pages.push([])
      y = PAGE.top
    }
    y -= height
  }
  const put = ({ text, x, size = 9, isBold = false }: Text) =>
    pages.at(-1)?.push(`BT /${isBold ? 'B' : 'R'} ${size} Tf ${x.toFixed(1)} ${y} Td (${escape(text)}) Tj ET`)
  const row = ([first = '', ...others]: readonly string[], isBold = false) => {
    const step = (PAGE.right - PAGE.left - 190) / Math.max(1, others.length)
    const room = others.length === 0 ? PAGE.right - PAGE.left : 190 + step - widthOf(others[0] ?? '', { isBold }) - GAP
    const columns = [fold(first, room, { isBold }), ...others.map((text) => fold(text, step - GAP, { isBold }))]
    for (let line = 0; line < Math.max(...columns.map(({ length }) => length)); line += 1) {
      feed(LINE)
      columns.forEach((lines, column) => {
        const text = lines[line] ?? ''
        const end = PAGE.right - (others.length - column) * step
        if (text !== '') put({ text, x: column === 0 ? PAGE.left : end - widthOf(text, { isBold }), isBold })
      })
    }
  }
  feed(24)
  put({ text: title, x: PAGE.left, size: 18, isBold: true })
  for (const text of lines.flatMap((line) => fold(line, PAGE.right - PAGE.left))) {
    feed(LINE)
    put({ text, x: PAGE.left })
  }
  for (const { title: name, columns, rows, none } of tables) {
    // A heading is never the last line of a page.
    feed(3 * LINE)
    y += LINE
    put({ text: name, x: PAGE.left, size: 12, isBold: true })
    if (rows.length === 0) row([none])
    else row(columns, true)
    for (const cells of rows) row(cells)
  }
  return assemble(title, pages, foot)
}

type Style = Pick<Text, 'size' | 'isBold'>

/** Bold letters of headings are a little wider than the digits below them: an estimate is enough. */
function widthOf(text: string, { size = 9, isBold = false }: Style = {}): number {
  const usual = isBold ? 570 : 556
  const widthIn = (letter: string) => WIDTHS[letter] ?? (/\p{Lu}/u.test(letter) ? CAPITAL_WIDTH : usual)
  return (Array.from(text).reduce((sum, letter) => sum + widthIn(letter), 0) * size) / 1000
}

/** Breaks a text into lines of at most this width, between words where that is possible. */
function fold(text: string, width: number, style?: Style): string[] {
  const lines = ['']
  const fits = (line: string) => widthOf(line, style) <= width
  for (const word of text.split(' ')) {
    const line = lines.pop() ?? ''
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) lines.push(longer)
    else lines.push(...(line === '' ? [] : [line]), ...pieces(word, fits))
  }
  return lines
}

function pieces(word: string, fits: (piece: string) => boolean): string[] {
  const found = ['']
  for (const letter of word) {
    const piece = found.pop() ?? ''
    if (piece === '' || fits(piece + letter)) found.push(piece + letter)
    else found.push(piece, letter)
  }
  return found
}

/** Escapes a text for the PDF: Latin-1 in octal codes, hooked letters and quotes as plain ones, other characters without marks or as a question mark. */
function escape(text: string): string {
  return Array.from(plainLetters(text), (letter) => {
    const base = letter.length > 1 || letter.charCodeAt(0) > 255 ? letter.normalize('NFD').slice(0, 1) : letter
    const code = base.charCodeAt(0)
    if (code > 255) return '?'
    if (code < 32 || code > 126) return `\\${code.toString(8).padStart(3, '0')}`
    return /[()\\]/.test(base) ? `\\${base}` : base
  }).join('')
}

function assemble(title: string, pages: readonly (readonly string[])[], foot: string): string {
  const first = 6
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (en-NG) /ViewerPreferences << /DisplayDocTitle true >> >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, page) => `${first + 2 * page} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    `<< /Title (${escape(title)}) >>`,
    ...pages.flatMap((texts, page) => {
      const number = `${foot} \u00B7 ${page + 1} / ${pages.length}`
      const { size, top, line } = FOOT
      const feet = fold(number, PAGE.right - PAGE.left, { size }).map(
        (text, at) => `BT /R ${size} Tf ${PAGE.left} ${top - at * line} Td (${escape(text)}) Tj ET`,
      )
      const content = [...texts, ...feet].join('\n')
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Resources << /Font << /R 3 0 R /B 4 0 R >> >> /Contents ${first + 2 * page + 1} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ]
    }),
  ]
  let file = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return String(place).padStart(10, '0')
  })
  const start = file.length
  const entries = places.map((place) => `${place} 00000 n \n`).join('')
  return `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${start}\n%%EOF\n`
}
