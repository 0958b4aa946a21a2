/** The last word of every money test. */
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { z } from 'zod'
import { findDifferences } from '../../server/proof/books/books.ts'
import { rows, type Db } from '../../server/platform/db/db.ts'
import { NOT_BALANCED } from './not-balanced.ts'

/** Compares each account with its transfers, and each row with what it should have booked. */
export async function expectBalanced(db: Db): Promise<void> {
  expect(await findDifferences(db), NOT_BALANCED).toEqual([])
  const miscounted = sql`select id::text from awards where in_payouts <> award_in_payouts(id)`
  expect(await rows(db, miscounted, z.object({ id: z.string() })), 'what an award has in payouts').toEqual([])
}
