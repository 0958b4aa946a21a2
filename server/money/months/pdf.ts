/**
 * Writes tables as a PDF of plain text: the two fonts that every reader has, no picture, no script, ASCII only. Decision 0063 says why no
 * package does it.
 */

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
const CHARACTERS_MAX = 64
/** Widths in Helvetica, in thousandths of its size, of what amounts are written with. */
const WIDTHS: Readonly<Record<string, number>> = { '.': 278, ',': 278, '-': 333, ' ': 278 }

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
  const row = (cells: readonly string[], isBold = false) => {
    feed(LINE)
    const step = (PAGE.right - PAGE.left - 190) / Math.max(1, cells.length - 1)
    cells.forEach((cell, place) => {
      const end = PAGE.right - (cells.length - 1 - place) * step
      put({ text: cell.slice(0, CHARACTERS_MAX), x: place === 0 ? PAGE.left : end - widthOf(cell, isBold), isBold })
    })
  }
  feed(24)
  put({ text: title, x: PAGE.left, size: 18, isBold: true })
  for (const text of lines) {
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

/** Bold letters of headings are a little wider than the digits below them: an estimate is enough. */
function widthOf(text: string, isBold: boolean): number {
  return (Array.from(text).reduce((sum, letter) => sum + (WIDTHS[letter] ?? (isBold ? 570 : 556)), 0) * 9) / 1000
}

/** Latin-1, other characters without their marks or as a question mark; what is not ASCII as octal codes. */
function escape(text: string): string {
  return Array.from(text.replaceAll(/[\u2018\u2019]/g, "'"), (letter) => {
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
      const content = [...texts, `BT /R 7 Tf ${PAGE.left} 36 Td (${escape(number)}) Tj ET`].join('\n')
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
