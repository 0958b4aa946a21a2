/** Frozen wallets: their losses are settled and they are thawed by two administrators, also after the account was closed. */
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { newAdministrator, readAudit, type Administrator } from '../../../test/support/administering.ts'
import { freezeWallet, useWallets, type Person } from '../../../test/support/wallet.ts'
import { waitingFor } from '../../../test/support/waiting-decisions.ts'
import { minutes, seconds } from '../../platform/clock.ts'
import { codeOf } from '../../platform/db/errors.ts'

const JOBS = /^(payments|settlements|matching|bank|payouts|sandbox)/

const wallets = useWallets()
let halima: Administrator
let musa: Administrator
let ada: Person
beforeEach(async () => {
  halima = await newAdministrator(wallets.server, 'halima')
  musa = await newAdministrator(wallets.server, 'musa')
  ada = await wallets.person()
})

const PATH = '/api/admin/books/wallet-decisions'
const propose = (wallet: string, action: string, by = halima) =>
  by.call('POST', PATH, { wallet, action, reason: 'She wrote to us.' })
const confirm = (id: unknown, by = musa) => by.call('POST', `/api/admin/decisions/${String(id)}/confirmation`)
async function decide(wallet: string, action: string) {
  const { status, body } = await propose(wallet, action)
  expect(status).toBe(201)
  return confirm(body['id'])
}
const frozen = async () => (await halima.call('GET', '/api/admin/books')).body['frozen_wallets']
const isFrozen = async () => (await ada.call('GET', '/api/wallet')).body['frozen']
/** Reads the balances of the accounts of a settled loss, in naira. */
const balances = async () => {
  const kobo = await Promise.all([wallets.balanceOf('loss'), wallets.balanceOf('bank'), wallets.balanceOf('operating')])
  const [loss, bank, operating] = kobo.map((balance) => Number(balance) / 100)
  return { loss, bank, operating }
}
/** The top-up whose money was lost. */
async function winChargeback() {
  const topUp = (await ada.transactions()).findLast(({ description }) => description === 'Wallet Top-up')
  await wallets.server.control('/chargeback', { reference: topUp?.reference, outcome: 'won' })
  await wallets.server.pass(minutes(1), JOBS)
}
async function loseMore() {
  const { reference } = await ada.begin(400)
  return async () => {
    await wallets.pay(reference)
    wallets.server.clock.advance(seconds(10))
    expect(await wallets.verify(reference)).toBe('success')
    await wallets.server.core.db.execute(sql`update wallets set frozen_at = null`)
    await ada.give(400)
    wallets.server.clock.advance(seconds(10))
    await wallets.server.control('/chargeback', { reference, outcome: 'lost' })
    await wallets.server.pass(minutes(1), JOBS)
  }
}

describe('a loss', () => {
  test('that the organisation covers leaves the wallet frozen until two administrators thaw it', async () => {
    const wallet = await freezeWallet(wallets, ada)
    expect(await balances()).toEqual({ loss: -1200, bank: 0, operating: 0 })
    expect(await frozen()).toMatchObject([
      {
        wallet_id: wallet,
        is_closed: false,
        lost: 1200,
        covered: 0,
        held: 0,
        actions: ['cover', 'repaid'],
        proposal: null,
      },
    ])
    const { body: proposed } = await propose(wallet, 'cover')
    expect(proposed).toMatchObject({ choice: 'cover', may_confirm: false })
    expect(await balances()).toMatchObject({ loss: -1200 })
    expect((await musa.call('GET', '/api/admin/books')).body['frozen_wallets']).toMatchObject([
      { proposal: { id: proposed['id'], amount: 1200, may_confirm: true, proposed_by: { full_name: 'Halima Musa' } } },
    ])
    expect(await confirm(proposed['id'])).toMatchObject({
      status: 200,
      body: { state: 'confirmed', amounts: [{ name: 'loss', before: null, after: 1200 }] },
    })
    expect(await balances()).toEqual({ loss: 0, bank: -1200, operating: 0 })
    expect(await frozen()).toMatchObject([{ lost: 0, covered: 1200, actions: ['thaw'], proposal: null }])
    expect(await isFrozen()).toBe(true)

    expect((await decide(wallet, 'thaw')).status).toBe(200)
    expect(await frozen()).toEqual([])
    expect(await isFrozen()).toBe(false)
    await ada.topUp(300)
    expect((await ada.give(100)).status).toBe(201)
    expect((await readAudit(wallets.server)).filter(({ subject }) => subject === 'wallet')).toMatchObject([
      { action: 'wallet.decision_proposed', actor_id: halima.userId, subject_id: wallet, after: { decision: 'cover' } },
      { action: 'wallet.decided', actor_id: musa.userId, before: { state: 'frozen' }, after: { decision: 'cover' } },
      { action: 'wallet.decision_proposed', after: { decision: 'thaw' } },
      { action: 'wallet.decided', before: { state: 'frozen' }, after: { decision: 'thaw' } },
    ])

    // The chargeback is won in the end: the organisation gets back what it paid, the wallet what was taken from it.
    await winChargeback()
    expect(await balances()).toEqual({ loss: 0, bank: -1200, operating: 1200 })
    expect(await ada.balance()).toBe(500)
    expect(await isFrozen()).toBe(false)
  })

  test('that its owner has paid back thaws the wallet; what is won in the end is all theirs', async () => {
    const wallet = await freezeWallet(wallets, ada)
    expect((await decide(wallet, 'repaid')).status).toBe(200)
    expect(await balances()).toEqual({ loss: 0, bank: -1200, operating: 0 })
    expect([await isFrozen(), await frozen()]).toEqual([false, []])
    await winChargeback()
    expect(await ada.balance()).toBe(1500)
    expect(await balances()).toEqual({ loss: 0, bank: -1200, operating: 0 })
  })

  test('that came back before it was settled waits for no second person any more', async () => {
    const wallet = await freezeWallet(wallets, ada)
    const { body } = await propose(wallet, 'cover')
    expect(await waitingFor(musa)).toEqual([body['id']])
    await winChargeback()
    expect(await waitingFor(musa)).toEqual([])
    expect((await confirm(body['id'])).body).toMatchObject({ code: 'wallet_decision_refused' })
    expect((await musa.call('POST', `/api/admin/decisions/${String(body['id'])}/withdrawal`)).status).toBe(200)
    expect(await balances()).toEqual({ loss: 0, bank: 0, operating: 0 })
  })

  test('that has changed since the proposal is not settled', async () => {
    const lose = await loseMore()
    const wallet = await freezeWallet(wallets, ada)
    const { body } = await propose(wallet, 'cover')
    await lose()
    expect(await waitingFor(musa)).toEqual([])
    expect(await frozen()).toMatchObject([{ proposal: { may_confirm: false, may_withdraw: true, lapsed: true } }])
    const before = [await balances(), await readAudit(wallets.server)]
    expect((await confirm(body['id'])).body).toMatchObject({ status: 409, code: 'wallet_decision_refused' })
    expect([await balances(), await readAudit(wallets.server)]).toEqual(before)
    expect((await musa.call('POST', `/api/admin/decisions/${String(body['id'])}/withdrawal`)).status).toBe(200)
    expect((await propose(wallet, 'cover')).status).toBe(201)
    expect(await frozen()).toMatchObject([{ proposal: { amount: 1600 } }])
  })

  test('is booked once, even when ten confirmations arrive', async () => {
    const wallet = await freezeWallet(wallets, ada)
    const { body } = await propose(wallet, 'cover')
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(body['id'])))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(9).fill(404)])
    expect(await balances()).toEqual({ loss: 0, bank: -1200, operating: 0 })
    for (const change of [
      'update loss_settlements set amount = 1',
      'delete from loss_settlements',
      'truncate loss_settlements',
    ]) {
      const refused = await wallets.server.core.db.execute(sql.raw(change)).then(
        () => undefined,
        (fault: unknown) => codeOf(fault),
      )
      expect(refused).toBe('TK001')
    }
  })
})

test('what cannot be decided is refused, and changes nothing', async () => {
  const wallet = await freezeWallet(wallets, ada)
  const before = [await balances(), await frozen()]
  expect((await propose(wallet, 'thaw')).body).toMatchObject({ status: 409, code: 'wallet_decision_refused' })
  expect((await propose(crypto.randomUUID(), 'cover')).status).toBe(404)
  expect((await propose(wallet, 'forgive')).status).toBe(400)
  expect((await ada.call('POST', PATH, { wallet, action: 'thaw', reason: 'mine' })).status).toBe(403)
  expect([await balances(), await frozen()]).toEqual(before)
  const bello = await wallets.person()
  const usable = String((await bello.call('GET', '/api/wallet')).body['id'])
  for (const action of ['cover', 'repaid', 'thaw']) {
    expect((await propose(usable, action)).body).toMatchObject({ status: 409, code: 'wallet_decision_refused' })
  }
  expect(await readAudit(wallets.server)).toEqual([])
})

test('no one decides about their own wallet, or that of their household', async () => {
  const wallet = await freezeWallet(wallets, ada)
  const owner = sql`(select user_id from wallets where id = ${wallet})`
  await wallets.server.core.db.execute(
    sql`update profiles set role = 'admin', staff_roles = '{administrator}' where user_id = ${owner}`,
  )
  const own = { status: 409, body: { code: 'wallet_decision_refused', detail: expect.stringContaining('your own') } }
  expect(await ada.call('POST', PATH, { wallet, action: 'repaid', reason: 'I paid it back.' })).toMatchObject(own)
  expect((await ada.call('GET', '/api/admin/books')).body['frozen_wallets']).toMatchObject([{ actions: [] }])

  const proposed = String((await propose(wallet, 'cover')).body['id'])
  const waiting = async () => (await ada.call('GET', '/api/admin/decisions')).body['items']
  expect(await waiting()).toEqual([])
  const shown = (await ada.call('GET', '/api/admin/books')).body['frozen_wallets']
  expect(shown).toMatchObject([{ proposal: { id: proposed, may_confirm: false, may_withdraw: false } }])
  for (const act of ['confirmation', 'withdrawal'])
    expect(await ada.call('POST', `/api/admin/decisions/${proposed}/${act}`)).toMatchObject(own)
  const home = crypto.randomUUID()
  await wallets.server.core.db.execute(
    sql`insert into household_members (user_id, household_id) values (${owner}, ${home}), (${musa.userId}, ${home})`,
  )
  expect(await confirm(proposed)).toMatchObject({ status: 409, body: { code: 'wallet_decision_refused' } })
  expect(await balances()).toEqual({ loss: -1200, bank: 0, operating: 0 })
  const rita = await newAdministrator(wallets.server, 'rita')
  expect((await confirm(proposed, rita)).status).toBe(200)
  expect(await balances()).toEqual({ loss: 0, bank: -1200, operating: 0 })
})

describe('closing the account', () => {
  test('with a loss succeeds, and the loss is settled afterwards', async () => {
    const wallet = await freezeWallet(wallets, ada)
    expect((await ada.close()).status).toBe(200)
    expect(await frozen()).toMatchObject([
      { wallet_id: wallet, is_closed: true, lost: 1200, actions: ['cover', 'repaid'] },
    ])
    expect((await decide(wallet, 'cover')).status).toBe(200)
    expect(await balances()).toEqual({ loss: 0, bank: -1200, operating: 0 })
    expect(await frozen()).toEqual([])
  })

  test('is refused while a frozen wallet holds money, and succeeds once its loss is settled and the money given', async () => {
    const late = await ada.begin(700)
    const wallet = await freezeWallet(wallets, ada)
    await wallets.pay(late.reference)
    wallets.server.clock.advance(seconds(10))
    expect(await wallets.verify(late.reference)).toBe('success')
    expect(await ada.close()).toMatchObject({
      body: { code: 'account_not_empty', detail: 'The wallet still holds ₦700.00. It is frozen: write to us.' },
    })
    await decide(wallet, 'repaid')
    expect((await ada.give(700)).status).toBe(201)
    expect((await ada.close()).status).toBe(200)
  })
})
