/** Awards as an administrator sees them: with their disbursements, and what this administrator may do now. */
import { personIn, type Person } from '../../people/sign-in/people.ts'
import type { Proposal } from '../../record/two-person/proposals.ts'
import { viewProposal } from '../../people/decisions/views.ts'
import { after } from '../../platform/clock.ts'
import { needsCheck } from '../payees/standing.ts'
import { readParts, type Viewing } from './award-parts.ts'
import { isOver } from './transfers/next-check.ts'
import type { Award, Disbursement, PayoutAttempt } from './schema.ts'
import { isInHandsOf } from './slips.ts'
import { aloneFrom, peopleForAward } from './sole-administrator.ts'
import { findAward, isShort, peopleFor } from './subjects.ts'
import { waitsForCode } from './transfers/transfer-codes.ts'
import { DOUBTED_FOR } from './transfers/transfer-words.ts'
import { isUnanswered } from './waiting-times.ts'

type Parts = Awaited<ReturnType<typeof readParts>>

/** @param userId the administrator */
export async function viewAwards(core: Viewing, userId: string, all: readonly Award[]) {
  if (all.length === 0) return []
  const parts = await readParts(core, userId, all)
  return all.map((award) => viewAward(parts, userId, award))
}

/** One award, as the answer to an act on it. */
export async function viewAwardById(core: Viewing, userId: string, id: string) {
  const award = await findAward(core.db, id)
  const [view] = await viewAwards(core, userId, award ? [award] : [])
  if (!view) throw new Error('viewAwardById: awards are never deleted')
  return view
}

function viewAward(parts: Parts, userId: string, award: Award) {
  const { funds, paid, grants, owners, people } = parts
  const owner = owners.get(award.applicationId)
  const own = parts.tied.has(award.applicationId)
  const mine = paid.filter(({ awardId }) => awardId === award.id)
  const left = award.state === 'granted' ? award.amount - award.inPayouts : 0n
  const paused = mine.some(({ state }) => state === 'disputed')
  const proposal =
    award.state === 'proposed' ? grants.find(({ subjectId }) => subjectId === award.applicationId) : undefined
  const total = (parts.counted.get(award.applicationId) ?? 0n) + (award.state === 'proposed' ? award.amount : 0n)
  const open = award.state === 'proposed' || award.state === 'granted'
  const receiving = parts.receivingOf(award.applicationId)
  const heldUntil = parts.heldUntil.get(award.applicationId) ?? null
  // The release grants the award too, where two people decide.
  const withPayout = proposal && proposal.signers <= 2 && mine.some(({ state }) => state === 'proposed')
  const releasable = award.state === 'granted' || (withPayout === true && mayApprove(parts, userId, proposal))
  const isUnchanged = receiving.changes.every(({ at }) => at <= award.proposedAt)
  const moved = open && parts.moved.has(award.id)
  const isTooFew = proposal !== undefined && proposal.signers < peopleForAward(parts.limits, total, parts.sole)
  return {
    id: award.id,
    application_id: award.applicationId,
    amount: award.amount,
    state: award.state,
    funds: funds.filter(({ awardId }) => awardId === award.id).map(({ fund, amount }) => ({ fund, amount })),
    left,
    signers: signersOf(parts, total, proposal, award.grantedBy === award.proposedBy),
    too_few: isTooFew,
    proposed_by: personIn(people, award.proposedBy),
    proposed_at: award.proposedAt,
    approvals: approversOf(parts, proposal),
    granted_by: optionalPerson(people, award.grantedBy),
    granted_at: award.grantedAt,
    receiving,
    ended_at: award.endedAt,
    moved,
    payouts: mine.map((each) =>
      viewDisbursement(parts, { userId, own, moved, paused, heldUntil, releasable, total, receiving }, each),
    ),
    may: {
      grant: !own && !withPayout && !isTooFew && isUnchanged && mayApprove(parts, userId, proposal),
      cancel: !own && open && !mine.some((each) => isUnderWay(parts, each)),
      disburse: !own && !moved && !owner?.erasedAt && left > 0n && !paused && receiving.waits_until === null,
    },
  }
}

/** Whether its money may still leave: the award is not cancelled before. */
const isUnderWay = (parts: Parts, { id, state }: Disbursement) =>
  state === 'released' || state === 'sending' || (state === 'failed' && !isSettled(parts, id))

/** Whether no transfer of it is in review, or waits for an answer. */
const isSettled = ({ attempts }: Parts, id: string) =>
  attempts.every((attempt) => attempt.disbursementId !== id || isOver(attempt))

const optionalPerson = (people: ReadonlyMap<string, Person>, id: string | null) =>
  id === null ? null : personIn(people, id)

function approversOf({ approvals, people }: Parts, proposal: Proposal<string> | undefined) {
  return approvals
    .filter(({ proposalId }) => proposalId === proposal?.id)
    .map(({ approvedBy }) => personIn(people, approvedBy))
}

/** Returns how many people an open proposal needs or, without one, how many the decision needed. */
function signersOf({ limits }: Parts, total: bigint, proposal: Proposal<string> | undefined, isAlone: boolean): number {
  return proposal?.signers ?? (isAlone ? 1 : peopleFor(limits, total))
}

function mayApprove({ approvals, sole }: Parts, userId: string, proposal: Proposal<string> | undefined): boolean {
  if (!proposal) return false
  if (proposal.proposedBy === userId) return proposal.signers === 1 && sole
  return !approvals.some(({ proposalId, approvedBy }) => proposalId === proposal.id && approvedBy === userId)
}

/** States before the money leaves: a hold or another account does not stop later ones. */
const NOT_YET_LEFT: ReadonlySet<Disbursement['state']> = new Set(['proposed', 'released', 'sending', 'failed'])

interface Seen {
  readonly userId: string
  /** Whether the administrator is tied to the request. */
  readonly own: boolean
  readonly moved: boolean
  readonly paused: boolean
  readonly heldUntil: Date | null
  /** Whether its award is granted, or by the release. */
  readonly releasable: boolean
  /** The sum of everything that counts with the award. */
  readonly total: bigint
  readonly receiving: ReturnType<Parts['receivingOf']>
}

/** A payout that was released waits for no change of its applicant. */
const UNCHANGED = { changes: [], waits_until: null }

function viewDisbursement(parts: Parts, seen: Seen, row: Disbursement) {
  const { userId, own, moved, paused, releasable, total, receiving } = seen
  const mayStop = NOT_YET_LEFT.has(row.state)
  const heldUntil = mayStop ? seen.heldUntil : null
  const held = heldUntil !== null
  const { now, env, releases, writeOffs, people } = parts
  const { id, state } = row
  const { changes, waits_until: waitsUntil } = state === 'proposed' ? receiving : UNCHANGED
  const release = state === 'proposed' ? releases.find(({ subjectId }) => subjectId === id) : undefined
  const writeOff = writeOffs.find(({ subjectId }) => subjectId === id)
  // Oldest first: the last one counts.
  const attempt = parts.attempts.findLast(({ disbursementId }) => disbursementId === id)
  const readers = parts.slipReads.flatMap((read) => (read.disbursementId === id ? read.readBy : []))
  const arrived = state === 'sent' || state === 'disputed'
  const isGivenUp = mayStop && parts.givenUp.has(id)
  const payee = viewPayee(parts, row, isGivenUp)
  const mayReceive = !isGivenUp && payee?.to_check !== true
  const isUnchanged = mayReceive && waitsUntil === null && changes.every(({ at }) => at <= row.proposedAt)
  const isAlone = row.releasedBy !== null && row.releasedBy === row.proposedBy
  const releaseFrom = release?.signers === 1 ? aloneFrom(env, row) : null
  const isTooFew = release !== undefined && isShort(release.signers, peopleFor(parts.limits, total))
  const waits = releaseFrom !== null && release?.proposedBy === userId && now < releaseFrom
  const isReady = releasable && !waits && !isTooFew
  return {
    id,
    award_id: row.awardId,
    kind: row.kind,
    amount: row.amount,
    item: row.item,
    payee,
    applicant_changes: changes,
    waits_until: waitsUntil,
    attempt: attempt ? viewAttempt(attempt) : null,
    state,
    too_few: isTooFew,
    proposed_by: personIn(people, row.proposedBy),
    proposed_at: row.proposedAt,
    approvals: approversOf(parts, release),
    released_by: optionalPerson(people, row.releasedBy),
    released_at: row.releasedAt,
    signers: signersOf(parts, total, release, isAlone),
    release_from: releaseFrom,
    countersigned_by: optionalPerson(people, row.countersignedBy),
    countersigned_at: row.countersignedAt,
    held_until: heldUntil,
    slip: row.slip,
    sent_on: row.sentOn,
    sent_by: optionalPerson(people, row.sentBy),
    holder: optionalPerson(people, row.holder),
    returned: row.returned,
    lost: row.lost,
    evidence: viewEvidence(parts, id),
    confirmations: viewConfirmations(parts, id, readers),
    unanswered: isUnanswered(env, row, now),
    write_off: arrived && writeOff ? viewProposal(writeOff, people, userId, { isTied: own }) : null,
    may: {
      release: !own && !paused && !held && isUnchanged && isReady && mayApprove(parts, userId, release),
      countersign: !own && isAlone && row.countersignedBy === null && row.releasedBy !== userId,
      cancel: !own && (state === 'proposed' || state === 'released' || (state === 'failed' && isSettled(parts, id))),
      retry: !own && !moved && !paused && !held && mayReceive && state === 'failed' && isSettled(parts, id),
      enter_code: !own && !held && mayReceive && attempt !== undefined && waitsForCode(attempt),
      recheck: !own && !held && Boolean(attempt?.reviewReason),
      hand_over: !own && state === 'released' && !readers.includes(userId),
      return: !own && row.kind !== 'bank' && (arrived || state === 'confirmed'),
      write_off: !own && arrived && !writeOff,
      confirm: !own && arrived && !isInHandsOf(row, userId),
    },
  }
}

function viewConfirmations({ answers, people }: Parts, id: string, readers: readonly string[]) {
  return answers
    .filter(({ disbursementId }) => disbursementId === id)
    .map(({ answer, how, recordedBy, createdAt }) => ({
      answer,
      how,
      recorded_by: optionalPerson(people, recordedBy),
      code_read_by: how === 'assisted' ? readers.map((reader) => personIn(people, reader)) : [],
      created_at: createdAt,
    }))
}

function viewPayee({ payees: all, payeeChangesOf }: Parts, { payeeId, state }: Disbursement, isGivenUp: boolean) {
  const payee = all.find(({ id }) => id === payeeId)
  if (!payee) return null
  const { id, resolvedName, bankName, accountEnding, match, shared, doubt } = payee
  return {
    id,
    account_name: resolvedName ?? '',
    bank_name: bankName,
    account_ending: accountEnding,
    match,
    shared,
    doubt,
    given_up: isGivenUp,
    to_check: NOT_YET_LEFT.has(state) && needsCheck(payee, payeeChangesOf(id)),
    changes: payeeChangesOf(id).map(({ what, before, at }) => ({ what, before, at })),
  }
}

function viewAttempt(attempt: PayoutAttempt) {
  return {
    reference: attempt.reference,
    state: attempt.state,
    provider_status: attempt.providerStatus,
    refusal: attempt.refusal,
    review_reason: attempt.reviewReason,
    doubted_until:
      attempt.state === 'unknown' && attempt.repeatRefusedAt ? after(attempt.repeatRefusedAt, DOUBTED_FOR) : null,
    fee: attempt.fee - attempt.feeReturned,
    session_id: attempt.sessionId,
    created_at: attempt.createdAt,
  }
}

function viewEvidence({ evidence, documents }: Parts, id: string) {
  return (
    evidence
      .filter(({ disbursementId }) => disbursementId === id)
      // One receipt may be the evidence of several hand-overs.
      .flatMap(({ documentId }) => documents.find((document) => document.id === documentId) ?? [])
      .map(({ id: documentId, path, filename }) => ({ id: documentId, path, name: filename }))
  )
}
