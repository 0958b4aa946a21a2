/**
 * Caps on the codes that sign in: anyone can ask for one, and each costs money. They are counted in the outbox itself, by number, by
 * block of numbers and for the whole instance. The caller's network is capped before (`sign_in_texts` in rate-limits.ts).
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { after, hours, minutes, seconds } from '../clock.ts'
import type { Core } from '../core.ts'
import { onlyRow, type Tx } from '../db/db.ts'
import { STOPPED } from './sms.ts'

/** How long a number waits after its first, second, third and each later code. */
const WAITS = [seconds(60), minutes(2), minutes(5), minutes(15)] as const
const NUMBER_A_DAY = 5
/** For the 10,000 numbers that share all but the last four digits: pumping fraud asks for whole blocks. */
const BLOCK_AN_HOUR = 20

const Counted = z.object({
  number: z.number(),
  last: z.coerce.date().nullable(),
  block: z.number(),
  hour: z.number(),
  day: z.number(),
})

/** Lets requests at the same moment be counted: held until the transaction ends. Take it after the lock of an account. */
export async function lockSignInTexts(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('texts that sign in'))`)
}

/**
 * Whether the caps let a code be sent to a number now. The caller holds {@link lockSignInTexts}.
 * @param number digits only, with the country in front
 */
export async function maySignInByText(core: Core, tx: Tx, number: string): Promise<boolean> {
  const now = core.clock.now()
  const hourAgo = after(now, -hours(1)).toISOString()
  const block = number.slice(0, -4)
  const counted = await onlyRow(
    tx,
    sql`select count(*) filter (where recipient = ${number})::int as number, max(created_at) filter (where recipient = ${number}) as last,
               count(*) filter (where created_at > ${hourAgo} and left(recipient, -4) = ${block})::int as block,
               count(*) filter (where created_at > ${hourAgo})::int as hour, count(*)::int as day
          from outgoing_text_messages where signs_in and last_error is distinct from ${STOPPED} and created_at > ${after(now, -hours(24)).toISOString()}`,
    Counted,
  )
  const max = core.env.accounts.sms.signInCodesADay
  if (counted.day >= max || counted.hour >= Math.ceil(max / 5)) {
    core.metrics.rateLimited.inc({ limit: 'sign_in_texts_anywhere' })
    core.log.warn({ hour: counted.hour, day: counted.day }, 'the cap on codes that sign in is reached: none is sent')
    return false
  }
  if (counted.block >= BLOCK_AN_HOUR || counted.number >= NUMBER_A_DAY) return false
  const wait = WAITS[Math.min(counted.number, WAITS.length) - 1]
  return wait === undefined || !counted.last || after(counted.last, wait) <= now
}
