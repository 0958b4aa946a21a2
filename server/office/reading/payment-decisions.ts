/**
 * Decisions about payments that need review: one administrator proposes, a second one confirms (server/record/two-person), and only then the
 * decision is booked.
 */
import { eq, inArray, sql } from 'drizzle-orm'
import { PAYMENT_ACTIONS, type PaymentAction } from '../../../contract/office/admin-reports-fields.ts'
import type { Administering } from '../../record/audit/audit.ts'
import { readPeople } from '../../people/sign-in/people.ts'
import { AppError } from '../../platform/errors.ts'
import { lockPayment } from '../../money/payments/booking.ts'
import type { Payments } from '../../money/payments/payments.ts'
import {
  endReview,
  hasReversedSince,
  findRefusalToSettle,
  isDecidedOtherwise,
  needsReview,
} from '../../money/payments/review.ts'
import { paymentAttempts, paymentIntents, type Attempt, type Intent } from '../../money/payments/schema.ts'
import { decisionKind } from '../../record/two-person/decisions.ts'
import { listOpenProposals, propose, type Proposal, type ProposalKind } from '../../record/two-person/proposals.ts'
import { viewProposal } from '../../people/decisions/views.ts'
import { isOwnTopUp, requireOthersTopUp } from './own-wallets.ts'

export const PAYMENT_DECISIONS: ProposalKind<PaymentAction> = {
  name: 'payment_decision',
  choices: PAYMENT_ACTIONS,
  audited: {
    subject: 'payment',
    proposed: 'payment.decision_proposed',
    confirmed: 'payment.decided',
    withdrawn: 'payment.decision_withdrawn',
  },
}

interface ProposedDecision {
  /** The payment's reference. */
  readonly reference: string
  readonly action: PaymentAction
  readonly reason: string
}

/** Proposes a decision. A payment has one open proposal at a time. */
export async function proposeDecision(
  payments: Payments,
  by: Administering,
  { reference, action, reason }: ProposedDecision,
) {
  const { db, clock } = payments
  const now = clock.now()
  const [payment] = await db
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.reference, reference))
  if (!payment) throw new AppError('not_found', { detail: 'We have no payment with this reference.' })
  const decision = await db.transaction(async (tx) => {
    const { attempt, intent } = await lockPayment(tx, payment.id)
    await requireOthersTopUp(tx, by.userId, attempt.id)
    if (!needsReview(attempt)) throw new AppError('payment_not_for_review')
    const refusal = action === 'settle' ? await findRefusalToSettle({ ...payments, db: tx }, { attempt, intent }) : null
    if (refusal !== null) throw new AppError('payment_cannot_settle', { detail: refusal })
    const about = { subjectId: reference, after: { decision: action } }
    return propose(tx, PAYMENT_DECISIONS, by, { subjectId: attempt.id, choice: action, reason }, about, now)
  })
  return viewProposal(decision, await readPeople(db, [decision.proposedBy]), by.userId)
}

/** The ids of the proposals about these payments that no one can confirm any more. */
export async function findOver(
  core: Payments,
  payments: readonly { readonly attempt: Attempt; readonly intent: Intent }[],
  open: readonly Pick<Proposal<PaymentAction>, 'id' | 'subjectId' | 'choice' | 'proposedAt'>[],
): Promise<ReadonlySet<string>> {
  const over = new Set<string>()
  for (const proposal of open) {
    const payment = payments.find(({ attempt }) => attempt.id === proposal.subjectId)
    if (payment && (await isDecidedOtherwise(core, payment, proposal))) over.add(proposal.id)
  }
  return over
}

async function readOver(payments: Payments, now: Date): Promise<string[]> {
  const { db } = payments
  const open = await listOpenProposals(db, PAYMENT_DECISIONS, now)
  const ids = open.map(({ subjectId }) => subjectId)
  const found = await db
    .select({ attempt: paymentAttempts, intent: paymentIntents })
    .from(paymentAttempts)
    .innerJoin(paymentIntents, eq(paymentIntents.id, paymentAttempts.intentId))
    .where(inArray(paymentAttempts.id, ids))
  return [...(await findOver(payments, found, open))]
}

/** People send back, or credit, the amount that they saw. */
const CHANGED = {
  detail: 'A part of this payment moved since this was proposed. Withdraw it, look again, and propose it anew.',
}

/** Settling or returning a payment that needs review. It is booked once. The payment is locked first, as by all code. */
export const paymentDecision = (payments: Payments) =>
  decisionKind(payments, {
    ...PAYMENT_DECISIONS,
    lock: async ({ tx }, { subjectId }) => (await lockPayment(tx, subjectId)).attempt,
    tied: (userId) => isOwnTopUp(sql`proposals.subject_id`, userId),
    over: async (now) => sql`proposals.id = any(${sql.param(await readOver(payments, now))}::uuid[])`,
    async refuse({ tx, by }, attempt, { proposedAt }) {
      await requireOthersTopUp(tx, by.userId, attempt.id)
      if (!needsReview(attempt)) throw new AppError('payment_not_for_review')
      if (await hasReversedSince(tx, attempt, proposedAt)) throw new AppError('proposal_lapsed', CHANGED)
    },
    about: ({ reference, status }, { choice }) => ({
      subjectId: reference,
      before: { status },
      after: { status: choice === 'settle' ? 'paid' : 'returned', decision: choice },
    }),
    async carryOut({ tx, now }, { id }, { choice }) {
      await endReview(payments, tx, id, choice, now)
    },
    async withdraw({ tx, by }, { subjectId, choice }) {
      const { attempt } = await lockPayment(tx, subjectId)
      await requireOthersTopUp(tx, by.userId, attempt.id)
      return { subjectId: attempt.reference, before: { decision: choice } }
    },
    async view(db, decisions) {
      const ids = decisions.map(({ subjectId }) => subjectId)
      const found = await db.select().from(paymentAttempts).where(inArray(paymentAttempts.id, ids))
      return new Map(
        decisions.flatMap(({ id, subjectId }) => {
          const payment = found.find((each) => each.id === subjectId)
          if (!payment) return []
          const { reference, amountPaid, reviewReason } = payment
          const amounts = amountPaid === null ? [] : [{ name: 'received' as const, before: null, after: amountPaid }]
          const facts = reviewReason === null ? [] : [{ name: 'why' as const, before: null, after: reviewReason }]
          return [[id, { subject: reference, amounts, facts }] as const]
        }),
      )
    },
  })
