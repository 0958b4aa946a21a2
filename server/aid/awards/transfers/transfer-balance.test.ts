/** Finance is told before the balance at the provider is too small for the bank payments that wait. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { signInAdministrator } from '../../../../test/support/administering.ts'
import { readMails } from '../../../../test/support/mails.ts'
import { awardIn, lastOf, usePayouts } from '../../../../test/support/paying-out.ts'
import { promiseToAccount } from '../../../../test/support/promised.ts'
import { expectBooksBalance } from '../../../../test/support/server.ts'
import { minutes, seconds } from '../../../platform/clock.ts'

const payouts = usePayouts()
const control = (path: string, body: object) => payouts.server.control(path, body)
const SUBJECT = 'Top up the balance for payments'

test('the balance is compared with what waits: a shortage is shown, and mailed once to those who handle money', async () => {
  const { halima, musa, award } = await promiseToAccount(payouts)
  const Balance = z.object({ balance: z.object({ held: z.number(), waiting: z.number() }).nullable() })
  const read = async () => Balance.parse((await musa.call('GET', '/api/admin/payouts')).body).balance
  const mailed = async () => (await readMails(payouts.server)).filter(({ subject }) => subject.includes(SUBJECT))
  const pass = () => payouts.server.pass(minutes(6), /payouts\.balance/)
  await pass()
  // Nothing waits.
  expect(await read()).toBeNull()
  const { id } = lastOf(awardIn(await payouts.disburse(halima, award.id, 20_000, { kind: 'bank' })))
  await pass()
  const first = await read()
  expect(first).toMatchObject({ waiting: 20_075 })
  const held = first?.held ?? 0
  expect(held).toBeGreaterThan(20_075)
  expect(await mailed()).toEqual([])

  await control('/top_up', { amount: Math.round((10_000 - held) * 100) })
  await pass()
  await pass()
  expect(await read()).toEqual({ held: 10_000, waiting: 20_075 })
  const mails = await mailed()
  expect(mails.map(({ recipient }) => recipient).sort()).toEqual([halima.email, musa.email])
  expect(mails[0]?.text).toMatch(/need ₦20,075[^]*is ₦10,000[^]*at least ₦10,075/)

  // A provider that does not answer changes nothing.
  await control('/switches', { calls: { balance: { fault: 'error_500' } } })
  await pass()
  expect(await read()).toEqual({ held: 10_000, waiting: 20_075 })
  await control('/switches', { calls: { balance: null } })
  await control('/top_up', { amount: 5_000_000 })
  await pass()
  expect(await read()).toEqual({ held: 60_000, waiting: 20_075 })
  expect(await mailed()).toHaveLength(2)

  // Money that has left the balance no longer waits.
  const released = await signInAdministrator(payouts.server, 'musa')
  await payouts.act(released, `/payouts/${id}/release`, { expected_state: 'proposed' })
  for (const wait of [0, seconds(11), seconds(31)]) await payouts.server.pass(wait, /^(payouts|payments|sandbox)/)
  expect(Balance.parse((await released.call('GET', '/api/admin/payouts')).body).balance).toBeNull()
  await expectBooksBalance(payouts.server)
})
