/** The books for administrators: balances, the latest checks, frozen wallets, and payments that need review. */
import { eq, asc, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { PaymentAction } from '../../contract/admin-reports-fields.ts'
import { recordAudit, type Administering } from '../audit/audit.ts'
import { personIn, readPeople } from '../auth/people.ts'
import type { Core } from '../lib/core.ts'
import { rows } from '../lib/db/db.ts'
import { paymentAttempts, paymentIntents } from '../payments/schema.ts'
import { refusalToSettle } from '../payments/review.ts'
import { findLateness, readBooksState } from '../reports/books.ts'
import { readFrozenWallets } from '../reports/wallet-books.ts'
import { listOpenProposals } from '../proposals/proposals.ts'
import { asDecision, PAYMENT_DECISIONS } from './payment-decisions.ts'

/** More than people read at once. The overview has the total. */
const SHOWN_MAX = 200

/** Everything on the page of the books, as this administrator sees it. Reading the owners of frozen wallets is audited. */
export async function readBooks(core: Core, by: Administering) {
  const { db } = core
  const [state, balances, checks, frozen, payments] = await Promise.all([
    readBooksState(db, core.clock.now()),
    readAllBalances(core),
    readChecks(core),
    readFrozen(core),
    readPaymentsForReview(core, by.userId),
  ])
  if (frozen.length > 0) {
    const read = { action: 'list.read', subject: 'list', subjectId: 'frozen-wallets' } as const
    await db.transaction((tx) => recordAudit(tx, { by, ...read, after: { rows: frozen.length } }, core.clock.now()))
  }
  return { state, balances, checks, frozen_wallets: frozen, payments_for_review: payments }
}

const AccountBalance = z.object({ account: z.string(), balance: z.coerce.bigint() })

/** Each fixed account in the order of the posting table, and all wallets as one sum. */
async function readAllBalances({ db }: Core) {
  return rows(
    db,
    sql`select case when account.kind = 'wallet' then 'wallets' else account.code end as account, sum(kept.balance)::text as balance
          from ledger_accounts as account join ledger_balances as kept on kept.account_id = account.id
         group by 1 order by min(account.id)`,
    AccountBalance,
  )
}

const Check = z.object({
  scope: z.enum(['recent', 'full']),
  checked_at: z.coerce.date().nullable(),
  differences: z.array(z.object({ what: z.string(), expected: z.string(), found: z.string() })),
})

async function readChecks({ db, clock }: Core) {
  const checks = await rows(db, sql`select scope, checked_at, differences from book_checks order by scope desc`, Check)
  const now = clock.now()
  return checks.map(({ scope, checked_at, differences }) => {
    const late = findLateness({ scope, checked_at }, now)
    return { scope, checked_at, differences: late ? [late, ...differences] : differences }
  })
}

const FrozenOwner = z.object({ wallet_id: z.string(), user_id: z.string() })

async function readFrozen({ db }: Core) {
  const frozen = (await readFrozenWallets(db)).slice(0, SHOWN_MAX)
  if (frozen.length === 0) return []
  const owners = await rows(
    db,
    sql`select id::text as wallet_id, user_id::text from wallets where frozen_at is not null`,
    FrozenOwner,
  )
  const ownerOf = new Map(owners.map((owner) => [owner.wallet_id, owner.user_id]))
  const people = await readPeople(db, [...ownerOf.values()])
  return frozen.map(({ id, frozen_at, lost, held }) => ({
    wallet_id: id,
    owner: personIn(people, ownerOf.get(id) ?? id),
    frozen_at,
    lost,
    held,
  }))
}

async function readPaymentsForReview({ db, clock }: Core, userId: string) {
  const found = await db
    .select({ attempt: paymentAttempts, intent: paymentIntents })
    .from(paymentAttempts)
    .innerJoin(paymentIntents, eq(paymentIntents.id, paymentAttempts.intentId))
    .where(eq(paymentAttempts.status, 'needs_review'))
    .orderBy(asc(paymentAttempts.updatedAt))
    .limit(SHOWN_MAX)
  if (found.length === 0) return []
  const ids = found.map(({ attempt }) => attempt.id)
  const proposals = await listOpenProposals(db, PAYMENT_DECISIONS, clock.now(), ids)
  const people = await readPeople(
    db,
    proposals.map(({ proposedBy }) => proposedBy),
  )
  return found.map(({ attempt, intent }) => {
    const proposal = proposals.find(({ subjectId }) => subjectId === attempt.id)
    const actions: PaymentAction[] = refusalToSettle(attempt, intent) === null ? ['settle', 'return'] : ['return']
    return {
      reference: attempt.reference,
      purpose: intent.purpose,
      amount: intent.amount,
      amount_paid: attempt.amountPaid,
      amount_returned: attempt.amountRefunded + attempt.amountChargedBack,
      review_reason: attempt.reviewReason ?? '',
      provider_status: attempt.providerStatus,
      paid_at: attempt.paidAt,
      actions,
      proposal: proposal ? asDecision(proposal, attempt.reference, people, userId) : null,
    }
  })
}
