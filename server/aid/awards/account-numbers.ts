/** The account number of a payment that a person sends from our own bank. Everywhere else only its last digits are shown. */
import { and, eq, gte } from 'drizzle-orm'
import { differences } from '../../money/differences/schema.ts'
import { recordAudit, type Administering } from '../../record/audit/audit.ts'
import { auditEvents } from '../../record/audit/schema.ts'
import { after, hours } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import type { Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { requireNotHeld } from '../complaints/holds.ts'
import { openAccount } from '../payees/accounts.ts'
import { payees } from '../payees/schema.ts'
import { findBrokenAgreement } from './agreements.ts'
import type { Disbursement } from './schema.ts'
import { lockDisbursement } from './subjects.ts'
import { requireReceiving } from './transfers/attempts.ts'

/** The most lines that are named beside a number. */
const LINES_MAX = 5

/**
 * Only while it has to be paid. Reading is audited.
 * @throws AppError `not_found` (also without an account, before it is released, and once it is paid), `own_request`, `payout_held`,
 *   `payee_not_usable`: it changed since the release
 */
export async function readAccountNumber(core: Core, by: Administering, id: string) {
  const { db, clock, keys } = core
  return db.transaction(async (tx) => {
    const { request, disbursement } = await lockDisbursement(tx, by, id)
    const { kind, state, payeeId } = disbursement
    const [payee] = payeeId === null ? [] : await tx.select().from(payees).where(eq(payees.id, payeeId))
    const number = payee ? openAccount(keys, payee) : null
    if (!payee || number === null || kind !== 'manual_bank' || state !== 'released')
      throw new AppError('not_found', { detail: 'There is no account number to show for this payout.' })
    await requireNotHeld(tx, request.id, clock.now())
    await requireReceiving(tx, disbursement, clock.now())
    const broken = await findBrokenAgreement(core, tx, id)
    if (broken !== null)
      throw new AppError('payee_not_usable', { detail: `${broken} Cancel the payout and propose it again.` })
    const about = { subject: 'disbursement', subjectId: id, personId: request.userId } as const
    await recordAudit(tx, { by, action: 'disbursement.account_read', ...about }, clock.now())
    return {
      account_name: payee.resolvedName ?? '',
      bank_name: payee.bankName,
      account_number: number,
      unexplained_lines: await findUnexplained(tx, disbursement),
    }
  })
}

/** Whether the number of a payout was read: a person may have paid it at our bank since. */
export async function wasNumberRead(tx: Tx, id: string): Promise<boolean> {
  const { subject, subjectId, action } = auditEvents
  const reads = and(eq(subject, 'disbursement'), eq(subjectId, id), eq(action, 'disbursement.account_read'))
  return (await tx.$count(auditEvents, reads)) > 0
}

/** Names lines that may be this payment: a database that was restored has lost that it was recorded. A line has a day and no time. */
async function findUnexplained(tx: Tx, { amount, releasedAt }: Disbursement): Promise<string[]> {
  const found = await tx
    .select({ subject: differences.subject })
    .from(differences)
    .where(
      and(
        eq(differences.state, 'open'),
        eq(differences.kind, 'bank_line'),
        eq(differences.provider, -amount),
        releasedAt ? gte(differences.occurredAt, after(releasedAt, -hours(24))) : undefined,
      ),
    )
    .orderBy(differences.occurredAt, differences.id)
    .limit(LINES_MAX)
  return found.map(({ subject }) => subject)
}
