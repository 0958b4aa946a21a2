/**
 * What two people agree on when one proposes a payment and another releases it: for whom, how much, from which funds, and to which account. The
 * proposal keeps a digest of it under a key of the applicant, which is compared at the release and before each transfer (decision 0041).
 */
import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Core } from '../lib/core.ts'
import { hmacSha256 } from '../lib/crypto.ts'
import { onlyRow, type Db, type Tx } from '../lib/db/db.ts'
import { findDataKey, getDataKey } from '../lib/encryption/data-keys.ts'
import { AppError } from '../lib/errors.ts'
import type { PayoutAttempt } from './schema.ts'

const Row = z.object({
  content: z.string(),
  user_id: z.string(),
  erased: z.boolean(),
  amount: z.coerce.bigint(),
  recipient_code: z.string().nullable(),
  agreed: z.instanceof(Uint8Array).nullable(),
})

/** One form for the same content everywhere: a JSON array whose amounts are text. */
function readContent(db: Db | Tx, disbursementId: string) {
  return onlyRow(
    db,
    sql`select jsonb_build_array('payment', request.id, request.user_id, awards.id, awards.amount::text,
                 (select jsonb_agg(jsonb_build_array(fund, amount::text) order by place) from award_funds where award_id = awards.id),
                 payment.id, payment.kind, payment.amount::text, payment.item, payee.id, encode(payee.account_hmac, 'hex'),
                 payee.bank_code, payee.account_ending, payee.recipient_code)::text as content,
               request.user_id::text, request.erased_at is not null as erased, payment.amount::text, payee.recipient_code,
               (select agreed from proposals where kind = 'disbursement' and subject_id = payment.id
                 order by proposed_at desc, proposals.id desc limit 1) as agreed
          from disbursements as payment join awards on awards.id = payment.award_id
          join aid_applications as request on request.id = awards.application_id
          left join payees as payee on payee.id = payment.payee_id
         where payment.id = ${disbursementId}::uuid`,
    Row,
  )
}

function digest(dataKey: KeyObject, content: string): Buffer {
  const key = hkdfSync('sha256', dataKey, Buffer.alloc(0), 'taimako agreements', 32)
  return hmacSha256(createSecretKey(Buffer.from(key)), content)
}

/** The digest of a payment that is being proposed. The applicant's account is locked. */
export async function digestPayment({ keys, clock }: Core, tx: Tx, disbursementId: string): Promise<Buffer> {
  const { content, user_id: userId } = await readContent(tx, disbursementId)
  return digest(await getDataKey(keys, tx, userId, clock.now()), content)
}

/**
 * Compares a payment, and the transfer that is about to be sent, with what was agreed. A closed account has no key any more: what was released
 * before goes on.
 * @returns why it differs; null where it does not, and for a payment that was released before there were digests
 */
export async function findBrokenAgreement(
  { keys }: Pick<Core, 'keys'>,
  db: Db | Tx,
  disbursementId: string,
  attempt?: Pick<PayoutAttempt, 'amount' | 'recipientCode'>,
): Promise<string | null> {
  const { content, agreed, ...row } = await readContent(db, disbursementId)
  if (attempt && (attempt.amount !== row.amount || attempt.recipientCode !== row.recipient_code))
    return 'The transfer is not the one that was released: its amount or its account differs.'
  if (row.erased || agreed === null) return null
  const dataKey = await findDataKey(keys, db, row.user_id)
  if (dataKey && digest(dataKey, content).equals(agreed)) return null
  return 'The person, the amount, the funds or the account changed after the payment was proposed.'
}

/** @throws AppError `proposal_lapsed`: something else was agreed on, or nothing */
export async function requireAgreement(
  core: Core,
  tx: Tx,
  disbursementId: string,
  agreed: Buffer | null,
): Promise<void> {
  const broken =
    agreed === null ? 'It was proposed before an update.' : await findBrokenAgreement(core, tx, disbursementId)
  if (broken !== null)
    throw new AppError('proposal_lapsed', { detail: `${broken} Cancel the payment and propose it again.` })
}
