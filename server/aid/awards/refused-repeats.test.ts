/** The provider refuses a repeat of a transfer whose first answer was lost: that says nothing of the first, which may have been made. */
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { AwardJson } from '../../../contract/aid/payout-shapes.ts'
import { signInAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { isNightly } from '../../../test/support/nightly.ts'
import { awardIn, lastOf, usePayouts } from '../../../test/support/paying-out.ts'
import { promiseToAccount } from '../../../test/support/promised.ts'
import { MONEY_JOBS, expectBooksBalance } from '../../../test/support/server.ts'
import { hours, minutes, seconds } from '../../platform/clock.ts'
import { rows } from '../../platform/db/db.ts'
import { SPECIAL_ACCOUNTS } from '../../../sandbox/banks.ts'

const payouts = usePayouts()
let halima: Administrator
let musa: Administrator
let request: string
let award: AwardJson
beforeEach(async () => {
  ;({ halima, musa, request, award } = await promiseToAccount(payouts))
})

const control = (switches: object) => payouts.server.control('/switches', switches)
const recipients = (change: ReturnType<typeof sql>) =>
  payouts.server.core.db.execute(sql`update sandbox_recipients set ${change}`)
const account = (number: string) => () => recipients(sql`account_number = ${number}`)
const HER_NUMBER = '0123456785'

/** Why the provider refuses a repeat, and the end of it. */
const REFUSALS: readonly [name: string, begin: () => Promise<unknown>, end: () => Promise<unknown>][] = [
  ['payouts on hold', () => control({ payoutsOnHold: true }), () => control({ payoutsOnHold: false })],
  [
    'a business that may not pay out',
    () => control({ starterBusiness: true }),
    () => control({ starterBusiness: false }),
  ],
  ['a deleted recipient', () => recipients(sql`deleted_at = now()`), () => recipients(sql`deleted_at = null`)],
  ['a closed account', account(SPECIAL_ACCOUNTS.closed), account(HER_NUMBER)],
  ['an account on the watch list', account(SPECIAL_ACCOUNTS.watchList), account(HER_NUMBER)],
]

async function read() {
  const { body } = await musa.call('GET', `/api/admin/applications/${request}/awards`)
  const [found] = z.object({ awards: z.array(z.custom<AwardJson>()) }).parse(body).awards
  if (!found) throw new Error('the award is there')
  return lastOf(found)
}

const left = async () => {
  const found = await rows(
    payouts.server.core.db,
    sql`select amount::text from sandbox_transfers`,
    z.object({ amount: z.string() }),
  )
  return found.map(({ amount }) => amount)
}

async function pass(...waits: number[]) {
  for (const wait of waits) await payouts.server.pass(wait, MONEY_JOBS)
}

/** Only the last hour runs the other jobs of money: nothing else moves meanwhile. */
async function passHours(count: number) {
  for (let each = 1; each < count; each += 1) await payouts.server.pass(hours(1), /^(payouts|sandbox)/)
  await pass(hours(1))
  musa = await signInAdministrator(payouts.server, 'musa')
}

const DOUBTED = {
  state: 'sending',
  attempt: { state: 'unknown' },
  may: { retry: false, cancel: false, recheck: false },
}

/** Releases a payment whose answer is lost, and has the repeat refused. @returns its id */
async function refuseRepeat(begin: () => Promise<unknown>, isMade: boolean): Promise<string> {
  const { id } = lastOf(awardIn(await payouts.disburse(halima, award.id, 20_000, { kind: 'bank' })))
  await control({
    calls: { transfer: { fault: 'closed', after: isMade, times: 1 } },
    transfers: { validatingMilliseconds: minutes(7), referenceLast: true },
  })
  awardIn(await payouts.act(musa, `/payouts/${id}/release`, { expected_state: 'proposed' }))
  await pass(0)
  await begin()
  await pass(seconds(6), seconds(31), minutes(2), seconds(31))
  expect(await read()).toMatchObject({
    ...DOUBTED,
    attempt: { state: 'unknown', refusal: expect.any(String), doubted_until: expect.any(String) },
  })
  const retry = () => payouts.act(musa, `/payouts/${id}/retry`, { expected_state: 'failed' })
  await payouts.expectRefused(retry, 'already_decided')
  return id
}

test.each(REFUSALS)('%s: the first transfer was made, and is found', async (_name, begin, end) => {
  await refuseRepeat(begin, true)
  await end()
  await pass(minutes(8), minutes(3), minutes(11))
  expect(await read()).toMatchObject({ state: 'sent', attempt: { state: 'success' } })
  expect(await left()).toEqual(['2000000'])
  await expectBooksBalance(payouts.server)
})

// Above, each reason is no answer. After a day all of them end alike.
test.each(isNightly ? REFUSALS : REFUSALS.slice(1, 3))(
  '%s: the first transfer was not made, and a day later it can be sent again',
  async (_name, begin, end) => {
    const id = await refuseRepeat(begin, false)
    await passHours(23)
    expect(await read()).toMatchObject(DOUBTED)
    // The database holds the day too.
    const decide = sql`update payout_attempts set state = 'refused', ended_at = ${payouts.server.clock.now().toISOString()}::timestamptz`
    expect(await payouts.refusedByDatabase(decide)).toBe('TK001')
    await passHours(2)
    expect(await read()).toMatchObject({
      state: 'failed',
      attempt: { state: 'refused' },
      may: { retry: true, cancel: true },
    })
    await end()
    // The provider has paid its balance out to our bank meanwhile.
    await payouts.fill(60_000)
    awardIn(await payouts.act(musa, `/payouts/${id}/retry`, { expected_state: 'failed' }))
    await pass(0, seconds(11), seconds(31), minutes(8))
    expect(await read()).toMatchObject({ state: 'sent', attempt: { state: 'success', refusal: null } })
    expect(await left()).toEqual(['2000000'])
    await expectBooksBalance(payouts.server)
  },
  60_000,
)

test('what the list has is never given up, however long verify does not find it', async () => {
  await refuseRepeat(
    () => control({ payoutsOnHold: true, transfers: { validatingMilliseconds: hours(48), referenceLast: true } }),
    true,
  )
  await passHours(30)
  expect(await read()).toMatchObject(DOUBTED)
  await passHours(20)
  expect(await read()).toMatchObject({ state: 'sent', attempt: { state: 'success' } })
  expect(await left()).toEqual(['2000000'])
  await expectBooksBalance(payouts.server)
}, 60_000)
