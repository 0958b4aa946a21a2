/** The books for administrators: balances, the latest checks and what they found, frozen wallets, and payments that need review. */
import { eq, asc, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { PaymentAction } from '../../../contract/office/admin-reports-fields.ts'
import { DIFFERENCE_KINDS } from '../../../contract/money/differences-fields.ts'
import { recordAudit, type Administering } from '../../record/audit/audit.ts'
import { readPeople } from '../../people/sign-in/people.ts'
import { readOpenDifferences } from '../../money/differences/open-differences.ts'
import { accounts } from '../../money/ledger/accounts.ts'
import { after, hours, minutes } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { onlyRow, rows } from '../../platform/db/db.ts'
import { dayInLagos } from '../../platform/lagos-days.ts'
import { readOpenDisputes } from '../../money/payments/disputes.ts'
import type { Payments } from '../../money/payments/payments.ts'
import { paymentAttempts, paymentIntents } from '../../money/payments/schema.ts'
import { findRefusalToSettle, FOR_REVIEW } from '../../money/payments/review.ts'
import { isLate, readChecks } from '../../money/ledger/self-check.ts'
import { readBooksState } from '../../proof/books/books.ts'
import { listOpenProposals } from '../../record/two-person/proposals.ts'
import { viewProposal } from '../../people/decisions/views.ts'
import { findOwnTopUps } from './own-wallets.ts'
import { findOver, PAYMENT_DECISIONS } from './payment-decisions.ts'
import { readFrozen } from './wallet-decisions.ts'

/** More than people read at once. The overview has the total. */
const SHOWN_MAX = 200

/** Everything on the page of the books, as this administrator sees it. Reading the owners of frozen wallets is audited. */
export async function readBooks(core: Payments, by: Administering) {
  const { db } = core
  const now = core.clock.now()
  const [state, balances, checks, differences, frozen, payments, disputes, compared] = await Promise.all([
    readBooksState(db, now),
    readAllBalances(core),
    readChecks(db),
    readOpenDifferences(core, by.userId, DIFFERENCE_KINDS),
    readFrozen(core, by.userId),
    readPaymentsForReview(core, by.userId),
    readDisputes(core),
    readCompared(core),
  ])
  if (frozen.length > 0) {
    const read = { action: 'list.read', subject: 'list', subjectId: 'frozen-wallets' } as const
    await recordAudit(db, { by, ...read, after: { rows: frozen.length } }, now)
  }
  return {
    state,
    balances,
    checks: checks.map((check) => ({
      scope: check.scope,
      checked_at: check.checkedAt,
      is_late: isLate(check, now),
    })),
    differences,
    frozen_wallets: frozen,
    payments_for_review: payments,
    disputes,
    ...compared,
  }
}

/** A bank sends a statement a month. */
const STATEMENT_DAYS_MAX = 35

/** When the other sides were last compared. A statement is missing where money moved at the bank and none reaches the last weeks. */
async function readCompared({ db, clock }: Core) {
  const found = await onlyRow(
    db,
    sql`select (select max(finished_at) from matches where state = 'complete') as matched_at,
               (select max(day)::text from bank_lines) as until,
               exists (select from transfers where debit_account = ${accounts.bank.toString()}::bigint) as has_bank`,
    z.object({ matched_at: z.coerce.date().nullable(), until: z.string().nullable(), has_bank: z.boolean() }),
  )
  const day = dayInLagos(after(clock.now(), -hours(24 * STATEMENT_DAYS_MAX)))
  return {
    provider_compared_at: found.matched_at,
    statements: { until: found.until, is_late: found.has_bank && (found.until === null || found.until < day) },
  }
}

const AccountBalance = z.object({ account: z.string(), balance: z.coerce.bigint() })

/** Each fixed account in the order of the posting table; all wallets, and all cash, as one sum. */
async function readAllBalances({ db }: Core) {
  return rows(
    db,
    sql`select case account.kind when 'wallet' then 'wallets' when 'cash' then 'cash' else account.code end as account, sum(kept.balance)::text as balance
          from ledger_accounts as account join ledger_balances as kept on kept.account_id = account.id
         group by 1 order by min(account.id)`,
    AccountBalance,
  )
}

async function readPaymentsForReview(core: Payments, userId: string) {
  const { db, clock } = core
  const found = await db
    .select({ attempt: paymentAttempts, intent: paymentIntents })
    .from(paymentAttempts)
    .innerJoin(paymentIntents, eq(paymentIntents.id, paymentAttempts.intentId))
    .where(FOR_REVIEW)
    .orderBy(asc(paymentAttempts.updatedAt))
    .limit(SHOWN_MAX)
  if (found.length === 0) return []
  const ids = found.map(({ attempt }) => attempt.id)
  const proposals = await listOpenProposals(db, PAYMENT_DECISIONS, clock.now(), ids)
  const people = await readPeople(
    db,
    proposals.map(({ proposedBy }) => proposedBy),
  )
  const own = await findOwnTopUps(db, userId, ids)
  const over = await findOver(core, found, proposals)
  const refused = new Set<string>()
  for (const payment of found) if ((await findRefusalToSettle(core, payment)) !== null) refused.add(payment.attempt.id)
  return found.map(({ attempt, intent }) => {
    const proposal = proposals.find(({ subjectId }) => subjectId === attempt.id)
    const isOwn = own.has(attempt.id)
    const possible: PaymentAction[] = refused.has(attempt.id) ? ['return'] : ['settle', 'return']
    return {
      reference: attempt.reference,
      purpose: intent.purpose,
      amount: intent.amount,
      amount_paid: attempt.amountPaid,
      amount_suspended: attempt.amountSuspended,
      amount_returned: attempt.amountRefunded + attempt.amountChargedBack,
      review_reason: attempt.reviewReason ?? '',
      provider_status: attempt.providerStatus,
      paid_at: attempt.paidAt,
      actions: isOwn ? [] : possible,
      proposal: proposal
        ? viewProposal(proposal, people, userId, { isTied: isOwn, isOver: over.has(proposal.id) })
        : null,
    }
  })
}

async function readDisputes({ db, clock }: Core) {
  const now = clock.now().getTime()
  return (await readOpenDisputes(db)).map((dispute) => ({
    id: dispute.id,
    payment: dispute.reference,
    purpose: dispute.purpose,
    amount_paid: dispute.amountPaid,
    amount: dispute.amount ?? dispute.amountPaid,
    status: dispute.status,
    category: dispute.category,
    opened_at: dispute.openedAt,
    due_at: dispute.dueAt,
    minutes_left: dispute.dueAt && Math.floor((dispute.dueAt.getTime() - now) / minutes(1)),
  }))
}
