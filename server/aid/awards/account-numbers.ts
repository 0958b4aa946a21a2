/** The account number of a payment that a person sends from our own bank. Everywhere else only its last digits are shown. */
import { eq } from 'drizzle-orm'
import { recordAudit, type Administering } from '../../record/audit/audit.ts'
import type { Core } from '../../platform/core.ts'
import { AppError } from '../../platform/errors.ts'
import { openAccount } from '../payees/accounts.ts'
import { payees } from '../payees/schema.ts'
import { lockDisbursement } from './subjects.ts'

/**
 * Only while it has to be paid. Reading is audited.
 * @throws AppError `not_found` (also without an account, before it is released, and once it is paid), `own_request`
 */
export async function readAccountNumber({ db, clock, keys }: Core, by: Administering, id: string) {
  return db.transaction(async (tx) => {
    const { request, disbursement } = await lockDisbursement(tx, by, id)
    const { kind, state, payeeId } = disbursement
    const [payee] = payeeId === null ? [] : await tx.select().from(payees).where(eq(payees.id, payeeId))
    const number = payee ? openAccount(keys, payee) : null
    if (!payee || number === null || kind !== 'manual_bank' || state !== 'released')
      throw new AppError('not_found', { detail: 'There is no account number to show for this payout.' })
    const about = { subject: 'disbursement', subjectId: id, personId: request.userId } as const
    await recordAudit(tx, { by, action: 'disbursement.account_read', ...about }, clock.now())
    return { account_name: payee.resolvedName ?? '', bank_name: payee.bankName, account_number: number }
  })
}
