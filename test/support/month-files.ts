/** Adds up the files of a month as accounting programs do, and reads the texts of its PDF. */
import { expect } from 'vitest'
import { parseNaira } from '../../contract/platform/money.ts'
import { parseCsv } from './parse-csv.ts'

export type Sums = Map<string, bigint>
export const add = (sums: Sums, account: string, amount: bigint) =>
  sums.set(account, (sums.get(account) ?? 0n) + amount)
export const nonZero = (sums: Sums) => Object.fromEntries([...sums].filter(([, sum]) => sum !== 0n))

export const kobo = (text: string | undefined) => parseNaira(text ?? '') ?? expect.fail(`no amount: ${text}`)

/** Adds up the text as Ledger does: entries are paragraphs, and each sums to zero. */
export function addUpLedger(text: string): Sums {
  const sums: Sums = new Map()
  const [, ...entries] = text.trim().split('\n\n')
  for (const entry of entries) {
    const [head = '', ...lines] = entry.split('\n')
    expect(head).toMatch(/^2026-\d\d-\d\d \* (\([\w:-]+\) )?[a-z_]+$/)
    const posted = lines.map((line) => /^ {4}[A-Z][a-z]+:(\S+) {2}(-?\d+\.\d\d) NGN$/.exec(line) ?? [])
    expect(posted.map(([all]) => all)).toEqual(lines)
    expect(posted.reduce((sum, [, , amount]) => sum + kobo(amount), 0n)).toBe(0n)
    for (const [, account = '', amount] of posted) add(sums, account, kobo(amount))
  }
  return sums
}

export function addUpCsv(text: string): Sums {
  const sums: Sums = new Map()
  const entries = new Map<string, bigint>()
  for (const { entry = '', account = '', debit, credit } of parseCsv(text)) {
    const amount = kobo(debit) - kobo(credit)
    add(sums, account, amount)
    entries.set(entry, (entries.get(entry) ?? 0n) + amount)
  }
  expect([...entries.values()].filter((sum) => sum !== 0n)).toEqual([])
  return sums
}

/** The texts of a PDF. Its table of objects must lead to each of them. */
export function textsOf(pdf: string): string[] {
  const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(pdf)?.[1])
  const [, ...places] = [...pdf.slice(table).matchAll(/^(\d{10}) \d{5} [nf] $/gm)].map(([, place]) => Number(place))
  expect(places.length).toBeGreaterThan(6)
  places.forEach((place, index) => expect(pdf.slice(place)).toMatch(new RegExp(`^${index + 1} 0 obj\n`)))
  for (const [, length, content = ''] of pdf.matchAll(/\/Length (\d+) >>\nstream\n([^]*?)\nendstream/g))
    expect(content).toHaveLength(Number(length))
  return [...pdf.matchAll(/ Td \((.*)\) Tj ET/g)].map(([, text = '']) => text.replaceAll(/\\([()\\])/g, '$1'))
}
