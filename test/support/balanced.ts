/** The last word of every money test. */
import { expect } from 'vitest'
import { findDifferences } from '../../server/proof/books/books.ts'
import type { Db } from '../../server/platform/db/db.ts'
import { NOT_BALANCED } from './not-balanced.ts'

/** Compares each account with its transfers, and each row with what it should have booked. */
export async function expectBalanced(db: Db): Promise<void> {
  expect(await findDifferences(db), NOT_BALANCED).toEqual([])
}
