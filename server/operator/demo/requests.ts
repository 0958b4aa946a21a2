/** Plays the requests of the demo and what is paid for them: each step by the real use case, by two people where it takes two. */
import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { accountNameOf } from '../../../sandbox/banks.ts'
import { endTransfer } from '../../../sandbox/transfers.ts'
import { cancelAward, grantAward } from '../../aid/awards/awards.ts'
import { proposeAward, proposeDisbursement } from '../../aid/awards/proposing.ts'
import { moveCash } from '../../aid/awards/cash.ts'
import { answerOwn, recordAnswer } from '../../aid/awards/confirmations.ts'
import { handOver, lossDecision, proposeLoss, recordReturn } from '../../aid/awards/hand-overs.ts'
import { cancelDisbursement, releaseDisbursement } from '../../aid/awards/releases.ts'
import { fundsFor } from '../../money/funds/funds.ts'
import { disbursements } from '../../aid/awards/schema.ts'
import { transferJobs } from '../../aid/awards/transfers/send-transfers.ts'
import { payeeDecision, proposeVendor } from '../../aid/payees/checks.ts'
import { nameOwnPayee } from '../../aid/payees/own-payees.ts'
import { appealAsApplicant } from '../../aid/requests/appeals.ts'
import { submitApplication } from '../../aid/requests/applications.ts'
import { answerPapers } from '../../aid/requests/papers.ts'
import { enterRequest } from '../../aid/requests/intake.ts'
import { lockForReview } from '../../aid/review/lock-for-review.ts'
import { assign } from '../../aid/review/queue/assignments.ts'
import { setWait } from '../../aid/review/queue/waiting.ts'
import { decide, requestPapers } from '../../aid/review/reviews.ts'
import { linkPeople } from '../../people/households/links.ts'
import { after, hours, seconds } from '../../platform/clock.ts'
import { dayInLagos } from '../../platform/lagos-days.ts'
import { onlyRow } from '../../platform/db/db.ts'
import { invariant } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/callers.ts'
import { createStorage } from '../../platform/storage/create-storage.ts'
import { recordAudit } from '../../record/audit/audit.ts'
import { saveProfile } from '../../record/profiles/profiles.ts'
import { RECEIPT, storePaper } from './papers.ts'
import { demoEmail, demoPeople, ENTERED_TWICE, reaches, type DemoPerson } from './people.ts'
import { confirmAbout, daysBefore, signUp, type DemoStaff, type Stage } from './stage.ts'

const BANK = '058'
const account = (accountNumber: string) => {
  return { bankCode: BANK, accountNumber, accountName: accountNameOf(accountNumber, BANK) ?? '' }
}
/** Time passes between the steps of a request, longer than a transfer takes. */
const STEP = hours(4)
const Id = z.object({ id: z.string() })
const undecided = { expectedVersion: undefined }

interface Playing extends Stage {
  readonly staff: DemoStaff
  readonly passwordHash: string
  /** The path of a receipt that each of those who hand over has uploaded, by user id. */
  readonly receipts: ReadonlyMap<string, string>
  /** The account of a school, confirmed by two people. */
  readonly school: string
}

/** A person of the demo in the middle of their request. */
interface Case extends Playing {
  readonly person: DemoPerson
  readonly caller: Caller
  readonly id: string
  readonly amount: bigint
  readonly later: () => void
}

export async function playRequests(stage: Stage, staff: DemoStaff, passwordHash: string): Promise<void> {
  const { core, payouts, now, setTime } = stage
  const { halima, musa, ladi } = staff
  setTime(daysBefore(now, 90))
  const receipts = new Map<string, string>()
  for (const { userId } of [musa, ladi]) receipts.set(userId, await storePaper(core, userId, RECEIPT))
  const vendor = { kind: 'school', name: 'Adaeze Grace School', ...account('0234567890') } as const
  const school = await proposeVendor(payouts, halima, vendor)
  await confirmAbout(stage, payeeDecision(payouts), musa, school)
  const cash = { holder: musa.userId, direction: 'drawn', amount: 10_000_000n, on: today(stage) } as const
  await moveCash(core, halima, { ...cash, idempotencyKey: randomUUID() })
  // In the order of time: what someone released in the day before counts.
  const inOrder = demoPeople.toSorted((a, b) => b.daysAgo - a.daysAgo)
  for (const person of inOrder) await playPerson({ ...stage, staff, passwordHash, receipts, school }, person)
  for (const { first, again } of ENTERED_TWICE) {
    const [id, other] = [await enter(stage, staff, first), await enter(stage, staff, again)]
    await linkPeople(core, musa, { id, other }, 'same_person')
  }
}

/** The day in Lagos. */
const today = ({ core }: Stage) => dayInLagos(core.clock.now())

async function playPerson(playing: Playing, person: DemoPerson): Promise<void> {
  const { core, tx, staff, now, setTime, passwordHash } = playing
  const { name, phone, address, bio, shares, ending } = person
  setTime(daysBefore(now, person.daysAgo))
  const caller = await signUp(playing, name, passwordHash)
  const { userId } = caller
  // Else mail would be held back for a day.
  await tx.execute(sql`update users set email_proven_at = created_at where id = ${userId}::uuid`)
  await saveProfile(core, userId, { fullName: name, phone, address, bio })
  if (shares?.linked) await linkHousehold(playing, userId, shares.phoneOf)
  const amount = BigInt(person.naira) * 100n
  const id = await ask(playing, person, caller)
  const later = () => setTime(after(core.clock.now(), STEP))
  const asked: Case = { ...playing, person, caller, id, amount, later }
  if (ending === 'pending') return putOnDesk(asked)
  later()
  const read = { action: 'application.read', subject: 'application', subjectId: id, personId: userId } as const
  await recordAudit(tx, { by: staff.musa, ...read }, core.clock.now())
  if (ending === 'papers' || ending === 'answered') return askForPapers(asked)
  const decision = { reason: null, ...undecided }
  await decide(core, staff.halima, id, { ...decision, status: 'under_review' })
  if (ending === 'under_review') return putOnDesk(asked)
  later()
  if (ending === 'rejected' || ending === 'appealed') {
    const wording = { reasonCode: 'not_covered', templateVersion: 1, papers: [] } as const
    const reason = 'We cannot pay for this.'
    await decide(core, ending === 'appealed' ? staff.bilkisu : staff.halima, id, {
      ...decision,
      status: 'rejected',
      reason,
      wording,
    })
    later()
    if (ending === 'appealed')
      await appealAsApplicant(core, userId, id, 'With the machine I pay the fees of two children.')
    return
  }
  await decide(core, staff.halima, id, { ...decision, status: 'approved', identityChecked: true })
  if (ending !== 'approved') await playAward(asked)
}

async function linkHousehold({ core, tx, staff }: Playing, userId: string, other: string): Promise<void> {
  const pair = sql`select mine.id::text, theirs.id::text as other
                     from profiles as mine, profiles as theirs join users on users.id = theirs.user_id
                    where mine.user_id = ${userId}::uuid and users.email = ${demoEmail(other)}`
  const found = await onlyRow(tx, pair, Id.extend({ other: z.string() }))
  await linkPeople(core, staff.halima, found, 'same_household')
}

const requestFor = ({ type, text, naira }: Pick<DemoPerson, 'type' | 'text' | 'naira'>) => ({
  applicationType: type,
  description: text,
  amountRequested: BigInt(naira) * 100n,
  location: null,
  privacyVersion: null,
  termsVersion: null,
  language: null,
})

async function ask({ core }: Stage, person: DemoPerson, caller: Caller): Promise<string> {
  const documents = []
  for (const paper of person.papers ?? [])
    documents.push({ url: await storePaper(core, caller.userId, paper), label: paper.label })
  const request = { ...requestFor(person), urgency: person.urgency, documents }
  return (await submitApplication(core, caller, request, { idempotencyKey: randomUUID(), origins: [] })).id
}

/** @returns the id of the profile that staff entered */
async function enter(
  { core, tx, now, setTime }: Stage,
  { musa }: DemoStaff,
  entered: (typeof ENTERED_TWICE)[number]['first'],
): Promise<string> {
  setTime(daysBefore(now, entered.daysAgo))
  const { name, phone, address, channel } = entered
  const person = { is: 'new', full_name: name, phone, address } as const
  const request = { ...requestFor(entered), urgency: 'high', documents: [] } as const
  const sent = { idempotencyKey: randomUUID(), origins: [] }
  const documents = { ...core, storage: createStorage(core.env) }
  const { application } = await enterRequest(
    documents,
    { userId: musa.userId, audited: musa },
    { channel, helperRelation: null, person, request, beyondReason: null },
    sent,
  )
  const profile = sql`select beneficiary_id::text as id from aid_applications where id = ${application.id}::uuid`
  return (await onlyRow(tx, profile, Id)).id
}

/** Adds staff's acts on a request before they decide. */
async function putOnDesk({ core, staff, now, person: { desk }, id }: Case): Promise<void> {
  if (!desk) return
  const until = {
    waits: { kind: 'answered' },
    waits_until_a_day: { kind: 'date', date: dayInLagos(daysBefore(now, -6)) },
  } as const
  const acting = { by: staff.halima, now: core.clock.now() }
  await core.db.transaction(async (tx) => {
    const found = await lockForReview(tx, staff.halima, id, undefined)
    if (desk === 'waits' || desk === 'waits_until_a_day') await setWait(tx, found, acting, until[desk])
    else await assign(tx, found, acting, staff[desk].userId)
  })
}

async function askForPapers({ core, tx, staff, person: { ending }, caller, id, later }: Case): Promise<void> {
  const text = ending === 'papers' ? 'A photo of the kiosk, please.' : 'Who is treating you, please?'
  await requestPapers(core, staff.halima, id, { text, ...undecided })
  later()
  if (ending === 'papers') return
  const { id: paperRequestId } = await onlyRow(
    tx,
    sql`select id::text from paper_requests where application_id = ${id}::uuid`,
    Id,
  )
  const message = 'Doctor Bala of the General Hospital. She knows about this request.'
  await answerPapers(core, caller.userId, id, { paperRequestId, message, documents: [], origins: [] })
}

async function playAward(asked: Case): Promise<void> {
  const { core, tx, staff, person, caller, id, amount, later, payouts } = asked
  const { halima, musa, femi, ladi } = staff
  const { ending, kind = 'manual_bank', item = null, account: own, paidByOthers = false } = person
  const [fund = 'general'] = await fundsFor(tx, person.type, person.urgency)
  const pays = reaches(ending, 'payment_proposed')
  later()
  if (pays && own) await nameOwnPayee(payouts, caller.userId, id, account(own))
  const way = { kind, item, payee: kind === 'bank' && !own ? asked.school : null }
  const payout = pays && !paidByOthers ? way : null
  const funded = { amount, funds: [{ fund, amount }], payout, idempotencyKey: randomUUID() }
  const award = await proposeAward(core, halima, id, funded)
  if (ending === 'award_proposed') return
  later()
  if (!payout) await grantAward(core, musa, award)
  if (ending === 'award_cancelled') await cancelAward(core, musa, award, 'granted')
  if (!pays) return
  later()
  const [proposer, payer] = paidByOthers ? [femi, ladi] : [halima, musa]
  if (!payout) await proposeDisbursement(core, proposer, award, { ...way, amount, idempotencyKey: randomUUID() })
  if (ending === 'payment_proposed') return
  const [payment] = await tx.select().from(disbursements).where(eq(disbursements.awardId, award))
  invariant(payment, 'the payment was just proposed')
  later()
  await releaseDisbursement(core, payer, payment.id, async () => {})
  if (kind === 'bank') return send(asked, payment.id)
  if (ending === 'payment_cancelled')
    await cancelDisbursement(core, musa, payment.id, { expected: 'released', unpaid: false })
  if (!reaches(ending, 'sent')) return
  later()
  const evidence = [asked.receipts.get(payer.userId) ?? '']
  const holder = kind === 'cash' ? musa.userId : null
  await handOver(core, payer, payment.id, { amount, on: today(asked), evidence, origins: [], holder })
  await playAnswer(asked, payment.id)
}

/** Sends the payment that was just released. */
async function send({ core, tx, payouts, provider, person, setTime }: Case, payment: string): Promise<void> {
  const [sending] = transferJobs(payouts)
  invariant(sending, 'a job sends what is released')
  const run = () => sending.run(core, new AbortController().signal)
  await run()
  const attempt = sql`select reference as id from payout_attempts where disbursement_id = ${payment}::uuid`
  const { id: reference } = await onlyRow(tx, attempt, Id)
  setTime(after(core.clock.now(), seconds(90)))
  await endTransfer(provider, reference, person.ending === 'failed' ? 'failed' : 'success')
  await run()
}

async function playAnswer(asked: Case, payment: string): Promise<void> {
  const { core, payouts, person, caller, amount, later, staff } = asked
  const { halima, musa, ladi } = staff
  const { ending } = person
  later()
  if (ending === 'confirmed') await answerOwn(payouts, caller.userId, payment, 'all')
  if (ending === 'disputed') await answerOwn(payouts, caller.userId, payment, 'part')
  if (ending === 'returned')
    await recordReturn(core, musa, payment, { amount, on: today(asked), expected: { state: 'sent', returned: 0n } })
  if (!reaches(ending, 'loss_proposed')) return
  await recordAnswer(payouts, ladi, payment, { answer: 'none', how: 'call' })
  const reason = 'The agent who took it cannot be found.'
  await proposeLoss(core, halima, payment, { reason, expected: 'disputed' })
  if (ending !== 'lost') return
  later()
  await confirmAbout(asked, lossDecision(core), musa, payment)
}
