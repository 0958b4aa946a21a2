/**
 * Random sequences of gifts, refunds, chargebacks, moves of a closed fund, awards, payments by hand and by a provider that fails and changes its mind, claims and
 * changed accounts, by administrators who act in any order and at once. A separate oracle adds up what succeeded, in naira, and
 * what the provider says at the end: it shares no code with the product. Auditors find no fault in the log. Two sequences have fixed seeds; MODEL_RUNS runs more, from SEED on.
 */
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { audit, readEntries, readHead, type ReadLog } from '../../../contract/proof/audit.ts'
import { readOpening } from '../../../contract/proof/opening.ts'
import { chosen, closeDifferences, readAwards, settle, STEPS } from '../../../test/model/payout-steps.ts'
import { newWorld, type Deed, type World } from '../../../test/model/payout-world.ts'
import { usePayouts } from '../../../test/support/paying-out.ts'
import { expectBooksBalance } from '../../../test/support/server.ts'
import { makeCheckpoint } from '../../proof/log/checkpoints.ts'
import { allocateGifts } from '../../proof/log/lots.ts'
import { readOpenings } from '../../proof/log/openings.ts'
import { compareDigests } from '../../record/audit/act-digests.ts'
import { onlyRow, rows } from '../../platform/db/db.ts'
import { ACTS } from './acts.ts'

const payouts = usePayouts()
const FUNDS = ['school', 'medical', 'shelter'] as const

const Sent = z.object({
  reference: z.string(),
  payment: z.string(),
  request: z.string(),
  amount: z.coerce.number(),
  fee: z.coerce.number(),
  status: z.string(),
  account: z.string(),
})
type Sent = z.output<typeof Sent>

/** The provider's own record of each transfer, in kobo, and the payment that its reference belongs to. */
const readSent = (world: World) =>
  rows(
    world.payouts.server.core.db,
    sql`select transfer.reference, attempt.disbursement_id::text as payment, awards.application_id::text as request, transfer.amount::text,
               transfer.fee::text, transfer.status, recipient.account_number as account
          from sandbox_transfers as transfer join sandbox_recipients as recipient on recipient.id = transfer.recipient_id
          left join payout_attempts as attempt using (reference)
          left join disbursements on disbursements.id = attempt.disbursement_id left join awards on awards.id = disbursements.award_id`,
    Sent,
  )

type Did<Name extends Deed['did']> = Extract<Deed, { did: Name }>
const isOf =
  <Name extends Deed['did']>(...names: readonly Name[]) =>
  (deed: Deed): deed is Did<Name> =>
    names.some((name) => name === deed.did)

/** The course of one payment, in naira. */
interface Paid {
  readonly award: string
  readonly amount: number
  handed: number
  returned: number
  lost: number
  /** Paid by the provider although it had been made another way. */
  lostLate: number
  transfers: number
}

/** Adds up each payment: by hand from what succeeded, by transfer from what the provider paid. */
function addUpPayments(deeds: readonly Deed[], sent: readonly Sent[]): Map<string, Paid> {
  const paid = new Map<string, Paid>()
  for (const { payment, award, amount } of deeds.filter(isOf('disburse')))
    paid.set(payment, { award, amount, handed: 0, returned: 0, lost: 0, lostLate: 0, transfers: 0 })
  const of = (id: string) => {
    const found = paid.get(id)
    if (!found) throw new Error(`the provider paid for ${id}, which is no payment`)
    return found
  }
  const lostLate = new Set(
    deeds.filter(isOf('bookLate')).flatMap(({ choice, reference }) => (choice === 'lost' ? [reference] : [])),
  )
  for (const { payment, reference, amount, status } of sent) {
    if (status !== 'success') continue
    if (lostLate.has(reference)) of(payment).lostLate += amount / 100
    else {
      of(payment).handed += amount / 100
      of(payment).transfers += 1
    }
  }
  for (const { payment, amount } of deeds.filter(isOf('handOver'))) of(payment).handed += amount
  for (const { payment, amount } of deeds.filter(isOf('return'))) of(payment).returned += amount
  for (const { payment } of deeds.filter(isOf('lose'))) of(payment).lost = of(payment).handed - of(payment).returned
  return paid
}

/** The awards that were granted, with what of each reached people or was lost, in naira. */
function addUpAwards(deeds: readonly Deed[], paid: ReadonlyMap<string, Paid>, open: ReadonlySet<string>) {
  const granted = new Set(deeds.filter(isOf('grant')).map(({ award }) => award))
  return deeds.filter(isOf('propose')).flatMap(({ award, request, fund, amount }) => {
    if (!granted.has(award)) return []
    const own = [...paid.values()].filter((each) => each.award === award)
    const sum = (of: (each: Paid) => number) => own.reduce((total, each) => total + of(each), 0)
    const out = sum(({ handed, returned }) => handed - returned)
    return [
      {
        award,
        request,
        fund,
        amount,
        out,
        lost: sum(({ lost }) => lost),
        lostLate: sum((each) => each.lostLate),
        promised: open.has(award) ? amount - out : 0,
      },
    ]
  })
}

const balanceOf = async (account: string) => Number(await payouts.balance(account)) / 100

/**
 * Adds up what moves changed in each fund. In the end the closed fund keeps what its fees took, and the other one has the rest, whether gifts were
 * taken back before the move or after it.
 */
async function addUpMoves(deeds: readonly Deed[]): Promise<Map<string, number>> {
  const between = new Map<string, number>()
  for (const { source, target } of deeds.filter(isOf('moveRest'))) {
    const given = deeds.filter(isOf('give')).reduce((sum, { fund, amount }) => sum + (fund === source ? amount : 0), 0)
    const moved = given + (await balanceOf(`fees:${source}`))
    between.set(source, -moved)
    between.set(target, moved)
  }
  return between
}

/** Each balance is what the deeds and the provider add up to. */
async function expectBalances(world: World, sent: readonly Sent[]): Promise<void> {
  const { deeds, cases } = world
  const open = new Set<string>()
  for (const { request } of cases)
    for (const { id, state } of await readAwards(world, request)) if (state === 'granted') open.add(id)
  const paid = addUpPayments(deeds, sent)
  const awards = addUpAwards(deeds, paid, open)
  const total = (of: (award: (typeof awards)[number]) => number, where: (award: (typeof awards)[number]) => boolean) =>
    awards.filter(where).reduce((sum, award) => sum + of(award), 0)
  const between = await addUpMoves(deeds)
  for (const fund of FUNDS) {
    const given = deeds.filter(isOf('give')).reduce((sum, deed) => sum + (deed.fund === fund ? deed.amount : 0), 0)
    const covered = deeds.filter(isOf('cover')).reduce((sum, deed) => sum + (deed.fund === fund ? deed.amount : 0), 0)
    const ofFund = (award: { fund: string }) => award.fund === fund
    const promised = total((award) => award.promised, ofFund)
    const lost = total((award) => award.lost + award.lostLate, ofFund)
    const reached = total((award) => award.out - award.lost, ofFund)
    const names = ['fund', 'committed', 'disbursed', 'lost', 'covered'] as const
    const found = Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await balanceOf(`${name}:${fund}`)] as const)),
    )
    expect([fund, found]).toEqual([
      fund,
      {
        fund: given + (between.get(fund) ?? 0) - promised - reached - lost,
        committed: promised,
        disbursed: reached,
        lost,
        covered,
      },
    ])
  }
  // Σ of a request: what was given and what is promised never exceeds what was asked for.
  for (const { request, most } of cases) {
    const ofRequest = total(
      ({ out, promised }) => out + promised,
      (award) => award.request === request,
    )
    expect([request, ofRequest <= most]).toEqual([request, true])
  }
  for (const [id, { amount, handed, returned, transfers }] of paid) {
    expect([id, handed <= amount, returned <= handed, transfers <= 1]).toEqual([id, true, true, true])
  }
  for (const { userId } of world.staff) {
    const drawn = deeds.filter(isOf('cash')).reduce((sum, deed) => sum + (deed.holder === userId ? deed.amount : 0), 0)
    const handed = deeds
      .filter(isOf('handOver'))
      .reduce((sum, deed) => sum + (deed.holder === userId ? deed.amount : 0), 0)
    expect([userId, await cashOf(userId)]).toEqual([userId, drawn - handed])
  }
  expect(await balanceOf('transit')).toBe(0)
}

const cashOf = async (userId: string) =>
  (
    await onlyRow(
      payouts.server.core.db,
      sql`select coalesce(-sum(balance), 0)::text as held from ledger_balances
            join ledger_accounts on ledger_accounts.id = account_id where code = ${`cash:${userId}`}`,
      z.object({ held: z.coerce.number() }),
    )
  ).held / 100

const Held = z.object({ data: z.array(z.object({ balance: z.number() })) })

/** Returns our balance at the provider, in naira. */
async function readHeld(): Promise<number> {
  const { paystack } = payouts.server.core.env
  const answer = await fetch(`${paystack.baseUrl}/balance`, {
    headers: { authorization: `Bearer ${paystack.secretKey}` },
  })
  return (Held.parse(await answer.json()).data[0]?.balance ?? 0) / 100
}

/** Two people stand behind each step, no one decides about what they entered, and what one person was granted is paid to no other owner of the request. */
function expectPeople({ deeds, cases }: World): void {
  const requestOf = new Map(deeds.filter(isOf('propose')).map(({ award, request }) => [award, request]))
  const proposed = new Map(deeds.filter(isOf('propose')).map(({ award, by }) => [award, by]))
  const payments = new Map(deeds.filter(isOf('disburse')).map((deed) => [deed.payment, deed]))
  const ownerOf = new Map<string, string>()
  const grantedTo = new Map<string, string>()
  for (const deed of deeds) {
    if (deed.did === 'move') ownerOf.set(deed.request, deed.to)
    if (!('by' in deed)) continue
    const award = 'award' in deed ? deed.award : (payments.get(deed.payment)?.award ?? '')
    const request = requestOf.get(award) ?? ''
    const owner = ownerOf.get(request) ?? 'entered'
    const tied = cases.find((each) => each.request === request)?.tied ?? []
    expect([deed, tied.includes(deed.by)]).toEqual([deed, false])
    if (deed.did === 'grant') {
      grantedTo.set(award, owner)
      expect([deed, proposed.get(award) === deed.by]).toEqual([deed, false])
    }
    if (deed.did === 'disburse' || deed.did === 'release') expect([deed, owner]).toEqual([deed, grantedTo.get(award)])
    if (deed.did === 'release') expect([deed, payments.get(deed.payment)?.by === deed.by]).toEqual([deed, false])
  }
}

/** Each transfer went to an account that the person of its request had named, and to no one else's. */
function expectAccounts({ deeds }: World, sent: readonly Sent[]): void {
  for (const { reference, request, account } of sent) {
    const named = deeds.filter(isOf('name')).filter((deed) => deed.request === request)
    expect([reference, named.map((deed) => deed.account)]).toEqual([reference, expect.arrayContaining([account])])
  }
}

async function runSequence(
  steps: readonly (readonly [string, typeof chosen extends fc.Arbitrary<infer T> ? T : never])[],
) {
  const world = await newWorld(payouts)
  for (const [name, picked] of steps) await STEPS[name]?.(world, picked)
  await settle(world)
  // Booking one can make the next one visible, as can the comparison of the next day.
  let open = await closeDifferences(world, { who: 0, other: 1 })
  for (let round = 0; round < 5 && (round === 0 || open > 0); round += 1) {
    await settle(world)
    open = await closeDifferences(world, { who: 0, other: 1 })
  }
  expect(open).toBe(0)
  const sent = await readSent(world)
  await expectBalances(world, sent)
  expect(0 - (await balanceOf('provider'))).toBe(await readHeld())
  expectPeople(world)
  expectAccounts(world, sent)
  expect(payouts.server.logged()).not.toMatch(/unexpected error|deadlock/)
  return world
}

/** Auditors find each row in the log, and the log's sums are those of the rows. */
async function expectLog(): Promise<void> {
  const { core, app } = payouts.server
  await makeCheckpoint(core)
  await allocateGifts(core)
  await makeCheckpoint(core)
  const read: ReadLog = async (path) => {
    const answer = await app.request(`/log/${path}`)
    return answer.status === 404 ? undefined : new Uint8Array(await answer.arrayBuffer())
  }
  const leaves = await readEntries(read, (await readHead(read)).head)
  expect(await audit(leaves, (await readOpenings(core)).map(readOpening))).toMatchObject({ faults: [] })
}

const NAMES = Object.keys(STEPS)
// The steps that most others depend on come more often.
const OFTEN =
  'propose grant byHand byCash cash release release handOver handOver handOver handOver return return lose lose confirmLoss confirmLoss ' +
  'answer answer transfer transfer transfer transfer time retry payLate reverse close moveRest takeGiftBack takeGiftBack'
const SEQUENCE = fc.array(fc.tuple(fc.constantFrom(...NAMES, ...OFTEN.split(' ')), chosen), {
  minLength: 15,
  maxLength: 40,
  size: 'max',
})

const first = Number(process.env['SEED'] ?? 1)
const runs = Number(process.env['MODEL_RUNS'] ?? 2)

test.each(Array.from({ length: runs }, (_, run) => first + run))(
  'the balances are what the deeds add up to, and no one is paid twice: sequence %i',
  async (seed) => {
    const [steps] = fc.sample(SEQUENCE, { seed, numRuns: 1 })
    const world = await runSequence(steps ?? [])
    await expectBooksBalance(payouts.server)
    await expectLog()
    expect(await compareDigests(payouts.server.core, payouts.server.core.db, ACTS)).toEqual([])
    expect(world.deeds.length).toBeGreaterThan(0)
  },
  120_000,
)
