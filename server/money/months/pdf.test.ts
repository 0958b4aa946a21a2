/** Letters of Nigerian languages, and texts as long as an organisation may have them, on the paper of a month. */
import { expect, test } from 'vitest'
import { textsOf } from '../../../test/support/month-files.ts'
import { writePdf } from './pdf.ts'

const RIGHT = 545
/** The letters m of one "Statement" and two times "Income by fund". */
const ONCE_IN_EACH_TITLE = 3
/** In Helvetica, in thousandths of its size. */
const WIDTHS = new Map([
  ['m', 833],
  ['M', 833],
  [' ', 278],
  ['.', 278],
  [',', 278],
])
const widthOf = (text: string, size: number) =>
  (Array.from(text).reduce((sum, letter) => sum + (WIDTHS.get(letter) ?? 556), 0) * size) / 1000

/** Each text with where it begins and ends, by its line. */
function linesOf(pdf: string) {
  const texts = pdf.matchAll(/BT \/[BR] (\d+) Tf ([\d.]+) (\d+) Td \((.*)\) Tj ET/g)
  const placed = Array.from(texts, ([, size = '', x = '', y = '', text = '']) => ({
    y,
    text,
    from: Number(x),
    to: Number(x) + widthOf(text, Number(size)),
  }))
  return [...Map.groupBy(placed, ({ y }) => y).values()]
}

const table = (name: string) => ({
  title: 'Income by fund',
  columns: ['Fund', 'Given', 'Refunded', 'By the organisation', 'Between funds'],
  rows: [[name, '1,234,567,890.00', '0.00', '0.00', '0.00']],
  none: '',
})

test('hooked letters, dots below, quotes and dashes are legible', () => {
  const name = 'Ƙungiyar ɗalibai – “Ọmọ ẹṣin” ńlá ƴan Ɓauchi'
  const pdf = writePdf({ title: 'Statement', lines: [name], tables: [table('Kuɗi')], foot: 'ƙ' })
  expect(textsOf(pdf)).toEqual(expect.arrayContaining(['Kungiyar dalibai - "Omo esin" nl\\341 yan Bauchi', 'Kudi']))
  expect(textsOf(pdf).join('')).not.toContain('?')
})

test('a long name is on several lines, over no amount and not beyond the paper', () => {
  const name = 'mmmmmmmm MMMMMM '.repeat(8).trim()
  const word = 'm'.repeat(120)
  const pdf = writePdf({
    title: 'Statement',
    lines: [name, word],
    tables: [table(name), table(word)],
    foot: `${name} ${'5'.repeat(64)}`,
  })
  for (const line of linesOf(pdf)) {
    const ends = line.map(({ from }, at) => [line[at - 1]?.to ?? 0, from])
    expect(ends.filter(([before = 0, from = 0]) => before > from)).toEqual([])
    expect(line.filter(({ to }) => to > RIGHT + 1)).toEqual([])
  }
  // All of it is there: in a line on top, in the table, and at the foot.
  const letters = textsOf(pdf).join('').match(/[mM]/g) ?? []
  expect(letters).toHaveLength(3 * 8 * 14 + 2 * 120 + ONCE_IN_EACH_TITLE)
})
