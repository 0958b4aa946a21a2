/**
 * The aid of the demo: staff, people, requests in every state, and awards and payments in every state, so that every queue has something
 * in it. Each step goes the way of every step: the same rules, by two people, with a clock that stands where it happened.
 */
import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { fundsFor } from '../../../contract/aid/payout-fields.ts'
import { submitApplication } from '../../aid/requests/applications.ts'
import { answerPapers } from '../../aid/requests/papers.ts'
import { lockForReview } from '../../aid/review/lock-for-review.ts'
import { assign } from '../../aid/review/queue/assignments.ts'
import { snooze } from '../../aid/review/queue/snoozing.ts'
import { decide, requestPapers } from '../../aid/review/reviews.ts'
import { generatePrintedPassword } from '../../people/sign-in/administrators.ts'
import { insertAccount } from '../../people/sign-in/new-account.ts'
import { linkPeople } from '../../people/households/links.ts'
import { after, hours } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { onlyRow, type Tx } from '../../platform/db/db.ts'
import { invariant } from '../../platform/errors.ts'
import { cancelAward, grantAward, proposeAward } from '../../aid/awards/awards.ts'
import { moveCash } from '../../aid/awards/cash.ts'
import { answerOwn, recordAnswer } from '../../aid/awards/confirmations.ts'
import { handOver, lossDecision, proposeLoss, recordReturn } from '../../aid/awards/hand-overs.ts'
import { cancelDisbursement, proposeDisbursement, releaseDisbursement } from '../../aid/awards/releases.ts'
import { disbursements } from '../../aid/awards/schema.ts'
import type { Approver } from '../../aid/awards/subjects.ts'
import { saveProfile } from '../../record/profiles/profiles.ts'
import { confirmAbout } from './demo-decisions.ts'
import { demoAddress, demoBio } from './demo-addresses.ts'
import { fillInbox } from './demo-inbox.ts'
import { fillIntake } from './demo-intake.ts'
import { recordLook, settleOldMessages } from './demo-letters.ts'
import { RECEIPT, storePaper } from './demo-papers.ts'
import { DEMO_ENDINGS, DEMO_RECIPIENT, demoEmail, demoPeople, type DemoEnding, type DemoPerson } from './demo-people.ts'
import { makeStaff, staffAddresses, staffSignIns, type DemoStaff } from './demo-staff.ts'
import { fillTags } from './demo-tags.ts'
import { fillTeam } from './demo-team.ts'
import { demoTransfers, type DemoTransfers } from './demo-transfers.ts'

/** The accounts that the demo makes. */
export const demoAddresses = [...staffAddresses, ...demoPeople.map(({ name }) => demoEmail(name))]

/** Halima proposes, Musa approves and hands over, Ladi calls. */
interface Stage extends DemoStaff {
  /** Its clock stands where the demo is. */
  readonly core: Core
  readonly tx: Tx
  readonly now: Date
  setTime(now: Date): void
  readonly passwordHash: string
  /** The path of a receipt that each of those who hand over has uploaded, by user id. */
  readonly receipts: ReadonlyMap<string, string>
  readonly transfers: DemoTransfers
  /** The account of a school, confirmed by two people. */
  readonly school: string
}

/** @returns who can sign in, in lines; and Musa, who proposes */
export async function fillWithAid(real: Core, tx: Tx): Promise<{ says: string; musa: Approver }> {
  const now = real.clock.now()
  let time = after(now, -hours(24 * 90))
  const core: Core = { ...real, db: tx, clock: { now: () => time } }
  const { password, credentials } = await generatePrintedPassword(real)
  const { passwordHash } = credentials
  invariant(passwordHash !== null, 'a printed password has a hash')
  const staff = await makeStaff(core, tx, passwordHash)
  const { halima, musa, ladi } = staff
  const receipts = new Map<string, string>()
  for (const { userId } of [musa, ladi]) receipts.set(userId, await storePaper(core, userId, RECEIPT))
  const setTime = (to: Date) => (time = to < now ? to : now)
  const transfers = demoTransfers(core)
  const school = await transfers.addSchool(halima, musa)
  const stage: Stage = { core, tx, now, setTime, ...staff, passwordHash, receipts, transfers, school }
  const cash = { holder: musa.userId, direction: 'drawn', amount: 10_000_000n, on: dayOf(time) } as const
  await moveCash(core, halima, { ...cash, idempotencyKey: randomUUID() })
  for (const person of demoPeople) await playPerson(stage, person)
  await fillInbox(core, halima, now, setTime)
  await fillIntake({ core, now, setTime, musa })
  await fillTeam({ core, tx, now, setTime, ...staff })
  setTime(now)
  await fillTags(core, halima)
  await settleOldMessages(core, tx, now)
  const says = `Sign in at /admin-auth as ${staffSignIns.join(', ')}, and at /login as ${demoEmail(DEMO_RECIPIENT)}, whose payment waits for her answer. Everyone in the demo has this password: ${password}`
  return { says, musa }
}

/** The day in Lagos. */
const dayOf = (moment: Date) => after(moment, hours(1)).toISOString().slice(0, 10)

/** Time passes between the steps of a request. */
const STEP = hours(4)

/** Whether a request that ends so passes a step. */
const reaches = (ending: DemoEnding, step: DemoEnding) => DEMO_ENDINGS.indexOf(ending) >= DEMO_ENDINGS.indexOf(step)

async function playPerson(stage: Stage, person: DemoPerson): Promise<void> {
  const { core, tx, halima } = stage
  const { name, ending } = person
  stage.setTime(after(stage.now, -hours(24 * person.daysAgo)))
  const later = () => stage.setTime(after(core.clock.now(), STEP))
  const email = demoEmail(name)
  const data = { full_name: name }
  const userId = await insertAccount(core, tx, {
    email,
    data,
    passwordHash: stage.passwordHash,
    confirmedAt: core.clock.now(),
  })
  // Else mail would be held back for a day.
  await tx.execute(sql`update users set email_proven_at = created_at where id = ${userId}::uuid`)
  const owner = person.shares?.phoneOf ?? name
  const place = demoPeople.findIndex((known) => known.name === owner)
  const phone = `080300000${String(place).padStart(2, '0')}`
  const own = demoPeople.indexOf(person)
  const address = demoAddress(person.shares?.linked ? place : own)
  await saveProfile(core, userId, { fullName: name, phone, address, bio: demoBio(own) })
  if (person.shares?.linked) await linkHousehold(stage, userId, demoEmail(owner))
  const id = await ask(core, person, { userId, email })
  if (ending === 'pending') return putOnDesk(stage, person, id)
  later()
  await recordLook(core, tx, stage.musa, { id, userId })
  const decision = { reason: null, expectedVersion: undefined }
  if (ending === 'papers' || ending === 'answered') {
    const text = ending === 'papers' ? 'A photo of the kiosk, please.' : 'Who is treating you, please?'
    await requestPapers(core, halima, id, { text, expectedVersion: undefined })
    later()
    if (ending === 'answered') await answer(stage, userId, id)
    return
  }
  await decide(core, halima, id, { ...decision, status: 'under_review' })
  if (ending === 'under_review') return putOnDesk(stage, person, id)
  later()
  if (ending === 'rejected') {
    const wording = { reasonCode: 'not_covered', templateVersion: 1, papers: [] } as const
    await decide(core, halima, id, { ...decision, status: 'rejected', reason: 'We cannot pay for cars.', wording })
    return
  }
  await decide(core, halima, id, { ...decision, status: 'approved' })
  if (ending !== 'approved') await playAward(stage, person, { id, userId }, later)
}

async function linkHousehold({ core, tx, halima }: Stage, userId: string, email: string): Promise<void> {
  const pair = sql`select mine.id::text, theirs.id::text as other
                     from profiles as mine, profiles as theirs join users on users.id = theirs.user_id
                    where mine.user_id = ${userId}::uuid and users.email = ${email}`
  await linkPeople(
    core,
    halima,
    await onlyRow(tx, pair, z.object({ id: z.string(), other: z.string() })),
    'same_household',
  )
}

/** Adds staff's acts on a request before they decide. */
async function putOnDesk(stage: Stage, { desk }: DemoPerson, id: string): Promise<void> {
  const { core, halima } = stage
  if (!desk) return
  const until = {
    snoozed: { kind: 'answered' },
    snoozed_to_a_day: { kind: 'date', date: dayOf(after(stage.now, hours(24 * 6))) },
  } as const
  const acting = { by: halima, now: core.clock.now() }
  await core.db.transaction(async (tx) => {
    const found = await lockForReview(tx, halima, id, undefined)
    if (desk === 'snoozed' || desk === 'snoozed_to_a_day') await snooze(tx, found, acting, until[desk])
    else await assign(tx, found, acting, stage[desk].userId)
  })
}

async function answer({ core, tx }: Stage, userId: string, id: string): Promise<void> {
  const asked = sql`select id::text from paper_requests where application_id = ${id}::uuid`
  const { id: paperRequestId } = await onlyRow(tx, asked, z.object({ id: z.string() }))
  const message = 'Doctor Bala of the General Hospital. She knows about this request.'
  await answerPapers(core, userId, id, { paperRequestId, message, documents: [], origins: [] })
}

async function ask(
  core: Core,
  person: DemoPerson,
  { userId, email }: { userId: string; email: string },
): Promise<string> {
  const caller = {
    userId,
    email,
    sessionId: randomUUID(),
    role: 'beneficiary',
    aal: 'aal1',
    hasSecondStep: false,
    passwordChangeRequired: false,
  } as const
  const documents = []
  for (const paper of person.papers ?? []) {
    documents.push({ url: await storePaper(core, userId, paper), label: paper.label })
  }
  const request = {
    applicationType: person.type,
    description: person.text,
    amountRequested: BigInt(person.naira) * 100n,
    location: null,
    urgency: person.urgency,
    documents,
    privacyVersion: null,
  }
  return (await submitApplication(core, caller, request, { idempotencyKey: randomUUID(), origins: [] })).id
}

interface Asked {
  readonly id: string
  readonly userId: string
}

async function playAward(stage: Stage, person: DemoPerson, request: Asked, later: () => void): Promise<void> {
  const { core, halima, musa } = stage
  const { ending } = person
  const amount = BigInt(person.naira) * 100n
  const [fund = 'general'] = fundsFor(person.type, person.urgency)
  later()
  const award = await proposeAward(core, halima, request.id, {
    amount,
    funds: [{ fund, amount }],
    idempotencyKey: randomUUID(),
  })
  if (ending === 'award_proposed') return
  later()
  await grantAward(core, musa, award)
  if (ending === 'award_cancelled') await cancelAward(core, musa, award, 'granted')
  if (!reaches(ending, 'payment_proposed')) return
  later()
  const { kind = 'manual_bank', item = null, account, paidByOthers = false } = person
  const [proposer, releaser] = paidByOthers ? [stage.femi, stage.ladi] : [halima, musa]
  if (account) await stage.transfers.nameAccount(request.userId, request.id, account)
  const payee = kind === 'bank' && !account ? stage.school : null
  await proposeDisbursement(core, proposer, award, { kind, amount, item, payee, idempotencyKey: randomUUID() })
  if (ending === 'payment_proposed') return
  const [payment] = await stage.tx.select().from(disbursements).where(eq(disbursements.awardId, award))
  invariant(payment, 'the payment was just proposed')
  later()
  await releaseDisbursement(core, releaser, payment.id, async () => {})
  if (kind === 'bank')
    return stage.transfers.send(payment.id, ending === 'failed' ? 'failed' : 'success', (to) => stage.setTime(to))
  if (ending === 'payment_cancelled') await cancelDisbursement(core, musa, payment.id, 'released')
  if (!reaches(ending, 'sent')) return
  later()
  const on = dayOf(core.clock.now())
  const payer = paidByOthers ? stage.ladi : musa
  const evidence = [stage.receipts.get(payer.userId) ?? '']
  const told = { amount, on, evidence, origins: [], holder: kind === 'cash' ? musa.userId : null }
  await handOver(core, payer, payment.id, told)
  await playAnswer(stage, ending, { payment: payment.id, amount, userId: request.userId }, later)
}

async function playAnswer(
  { core, halima, musa, ladi }: Stage,
  ending: DemoEnding,
  { payment, amount, userId }: { payment: string; amount: bigint; userId: string },
  later: () => void,
): Promise<void> {
  later()
  if (ending === 'confirmed') await answerOwn(core, userId, payment, 'all')
  if (ending === 'disputed') await answerOwn(core, userId, payment, 'part')
  if (ending === 'returned')
    await recordReturn(core, musa, payment, { amount, on: dayOf(core.clock.now()), expected: 'sent' })
  if (ending !== 'lost' && ending !== 'loss_proposed') return
  await recordAnswer(core, ladi, payment, { answer: 'none', how: 'call' })
  const reason = 'The agent who took it cannot be found.'
  await proposeLoss(core, halima, payment, { reason, expected: 'disputed' })
  if (ending !== 'lost') return
  later()
  await confirmAbout(core, lossDecision(core), musa, payment)
}
