/** docs/posting-table.md and the table that the nightly comparison uses are the same. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { POSTINGS } from './postings.ts'

const quoted = (cell: string) => [...cell.matchAll(/`([a-z_]+)[^`]*`/g)].map(([, name = '']) => name)
/** Fees that were booked before it was known what was paid are moved once. */
const purposeOf = (key: string) => (key === 'fee_assigned' ? 'fee' : key)

/** `gift: provider → fund`, for each entry that a row of the table with a key explains. */
function explained(): string[] {
  const document = readFileSync(new URL('../../../docs/posting-table.md', import.meta.url), 'utf8')
  const [, after = ''] = document.split('| event | debit | credit | amount | key |')
  const [table = ''] = after.split('\n\n')
  return table
    .split('\n')
    .slice(2)
    .flatMap((row) => {
      const [, , debit = '', credit = '', , key = ''] = row.split('|')
      return quoted(key).flatMap((name) =>
        quoted(debit).flatMap((from) => quoted(credit).map((to) => `${purposeOf(name)}: ${from} → ${to}`)),
      )
    })
}

test('the document explains each entry that the books allow, and no other', () => {
  const allowed = POSTINGS.flatMap(([purpose, debits, credits]) =>
    debits.flatMap((debit) => credits.map((credit) => `${purpose}: ${debit} → ${credit}`)),
  )
  expect([...new Set(explained())].toSorted()).toEqual([...new Set(allowed)].toSorted())
})
