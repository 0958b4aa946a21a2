/** The limits of paying out: two people change them, the public reads them, and releases are measured by them. */
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { newAdministrator, readAudit, type Administrator } from '../../../test/support/administering.ts'
import { newPerson } from '../../../test/support/asking.ts'
import { setLimits } from '../../../test/support/limits.ts'
import { awardIn, lastOf, usePayouts } from '../../../test/support/paying-out.ts'
import { expectBooksBalance } from '../../../test/support/server.ts'

const payouts = usePayouts()
let halima: Administrator
let musa: Administrator
beforeEach(async () => {
  const [first, second] = await payouts.administrators('halima', 'musa')
  if (!first || !second) throw new Error('two administrators')
  ;[halima, musa] = [first, second]
})

const WANTED = {
  second_step_above: 1_000,
  three_people_above: 20_000,
  released_a_day_max: 10_000,
  changed_account_hours: 48,
}
const REASON = { reason: 'The board agreed on the third of March.' }
const View = z.looseObject({ proposal: z.looseObject({ id: z.string() }).nullable() })

const propose = (by: Administrator, limits: object = WANTED) => payouts.act(by, '/limits', { ...limits, ...REASON })
async function proposed(by: Administrator): Promise<string> {
  const answer = await propose(by)
  expect(answer.status).toBe(201)
  return View.parse(answer.body).proposal?.id ?? ''
}
const answer = (by: Administrator, id: string, which: 'confirmation') => payouts.act(by, `/decisions/${id}/${which}`)
const published = async () => (await payouts.server.call('GET', '/api/funds')).body['limits']
const FIRST = {
  three_people_above: 500_000,
  second_step_above: 50_000,
  released_a_day_max: 2_000_000,
  changed_account_minutes: 1440,
  since: null,
}

test('one proposes other limits, another confirms them, and they are in force and public at once', async () => {
  expect(await published()).toEqual(FIRST)
  const femi = await newAdministrator(payouts.server, 'femi', ['finance'])
  const id = await proposed(femi)
  expect(await published()).toEqual(FIRST)
  expect((await femi.call('GET', '/api/admin/limits')).body).toMatchObject({
    limits: { second_step_above: 50_000, three_people_above: 500_000 },
    proposal: { id, limits: WANTED, proposed_by: { user_id: femi.userId }, may_confirm: false, ...REASON },
    changes: [],
  })
  expect((await musa.call('GET', '/api/admin/limits')).body).toMatchObject({ proposal: { may_confirm: true } })

  await payouts.expectRefused(() => answer(musa, id, 'confirmation'), 'fresh_second_step_needed')
  await payouts.passSecondStep(musa)
  const now = payouts.server.clock.now().toISOString()
  expect((await answer(musa, id, 'confirmation')).status).toBe(200)
  expect((await musa.call('GET', '/api/admin/limits')).body).toMatchObject({
    limits: WANTED,
    proposal: null,
    changes: [
      {
        limits: WANTED,
        ...REASON,
        proposed_by: { user_id: femi.userId },
        confirmed_by: { user_id: musa.userId },
        since: now,
      },
    ],
  })
  const { changed_account_hours: _hours, ...amounts } = WANTED
  expect(await published()).toEqual({ ...amounts, changed_account_minutes: 2880, since: now })
  const events = (await readAudit(payouts.server)).filter(({ subject }) => subject === 'limits')
  expect(events).toMatchObject([
    { action: 'limits.proposed', actor_id: femi.userId },
    { action: 'limits.changed', actor_id: musa.userId, before: { second_step_above: 50_000 }, after: WANTED },
  ])
  // Everyone can read it in the public log.
  await payouts.server.runJobs(/^log\.checkpoint/)
  const bundle = await (await payouts.server.app.request('/log/tile/entries/000.p/1')).text()
  expect(bundle).toContain(
    `{"type":"policy","day":"${now.slice(0, 10)}","second_step_above":"${WANTED.second_step_above * 100}"`,
  )
  expect(await payouts.refusedByDatabase(sql`update payout_limits set released_a_day_max = 1`)).toBe('TK001')
  expect(await payouts.refusedByDatabase(sql`delete from payout_limits`)).toBe('TK001')
})

test.each([
  [{ second_step_above: 20_001 }, 'second_step_above'],
  [{ released_a_day_max: 0 }, 'released_a_day_max'],
  [{ released_a_day_max: -1 }, 'released_a_day_max'],
  [{ three_people_above: 1_000_000_001 }, 'three_people_above'],
  [{ changed_account_hours: 0 }, 'changed_account_hours'],
  [{ changed_account_hours: 721 }, 'changed_account_hours'],
  [{ changed_account_hours: 1.5 }, 'changed_account_hours'],
])('%o is refused', async (wrong, field) => {
  await payouts.expectRefused(() => propose(halima, { ...WANTED, ...wrong }), 'invalid_input')
  expect((await propose(halima, { ...WANTED, ...wrong })).body['fields']).toMatchObject([{ field }])
})

test('the second step, the third person and the day follow the limits in force', async () => {
  await setLimits(payouts.server.core.db, {
    secondStepAbove: 100_000n,
    threePeopleAbove: 2_000_000n,
    releasedADayMax: 1_000_000n,
  })
  await payouts.fill(60_000)
  const request = await payouts.approved(await newPerson(payouts.server), halima)
  const grant = (id: string) => payouts.act(musa, `/awards/${id}/grant`, { expected_state: 'proposed' })
  const cancel = (id: string) => payouts.act(musa, `/awards/${id}/cancel`, { expected_state: 'proposed' })

  const large = awardIn(await payouts.propose(halima, request, 20_001))
  expect(large.signers).toBe(3)
  await cancel(large.id)
  const { id, signers } = awardIn(await payouts.propose(halima, request, 20_000))
  expect(signers).toBe(2)
  await payouts.expectRefused(() => grant(id), 'fresh_second_step_needed')
  await payouts.passSecondStep(musa)
  expect(awardIn(await grant(id)).state).toBe('granted')

  const newPayment = async (amount: number) => lastOf(awardIn(await payouts.disburse(halima, id, amount))).id
  const release = (disbursement: string) =>
    payouts.act(musa, `/payouts/${disbursement}/release`, { expected_state: 'proposed' })
  expect((await release(await newPayment(9_000))).status).toBe(200)
  const over = await newPayment(1_001)
  await payouts.expectRefused(() => release(over), 'limit_exceeded')
  expect((await release(await newPayment(1_000))).status).toBe(200)
  await expectBooksBalance(payouts.server)
})
