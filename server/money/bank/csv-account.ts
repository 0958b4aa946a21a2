/** Finds the number of the account in a CSV statement: above the header, or in its own column. */
import type { Header } from './csv-columns.ts'
import { refuseStatement } from './statement-file.ts'
import { cleanCell } from './values.ts'

const LABEL = /^(?:account|acct|a\/c)\.? ?(?:number|no|num|#)\.?\s*:?\s*(.*)$/i
const NUMBER = /^[\d*xX][\d*xX -]{3,33}$/

/** @throws AppError `statement_unreadable` of several accounts */
export function findAccount(table: readonly string[][], { index, names }: Header): string | null {
  const above = table.slice(0, Math.max(index, 0)).flatMap((cells) =>
    cells.flatMap((cell, at) => {
      const [, number] = LABEL.exec(cleanCell(cell)) ?? []
      return number === undefined ? [] : [number === '' ? cleanCell(cells[at + 1] ?? '') : number]
    }),
  )
  const column = names.findIndex((name) => LABEL.exec(name)?.[1] === '')
  const inRows = column < 0 ? [] : table.slice(index + 1).map((cells) => cleanCell(cells[column] ?? ''))
  const found = new Set([...above, ...inRows].filter((text) => NUMBER.test(text)).map(normalAccount))
  if (found.size > 1) refuseSeveralAccounts([...found])
  return [...found][0] ?? null
}

/** A spreadsheet drops the zeros in front of the ten digits. */
export const normalAccount = (text: string): string =>
  text.replaceAll(/[ -]/g, '').replaceAll(/[xX]/g, '*').padStart(10, '0')

export function refuseSeveralAccounts(accounts: readonly string[]): never {
  const ends = accounts.map((account) => account.slice(-4)).join(' and ')
  return refuseStatement(`This file has the statements of several accounts, ending in ${ends}. Export one account.`)
}

/** Compares the last four digits if others are hidden. */
export const isSameAccount = (one: string, other: string): boolean =>
  one.includes('*') || other.includes('*') ? one.slice(-4) === other.slice(-4) : one === other
