/** Mails a receipt to an address that the donor enters once. The address is in the outbox until the mail is sent, and nowhere else. */
import { z } from 'zod'
import { sql } from 'drizzle-orm'
import { formatNaira, koboToNaira } from '../../../contract/platform/money.ts'
import type { Core } from '../../platform/core.ts'
import { plain, preparedRows } from '../../platform/db/prepared.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { inLagos } from '../../platform/lagos-days.ts'
import { dayIn } from '../../platform/languages.ts'
import { composeMail } from '../../platform/mail/compose.ts'
import { insertMailFrom, NEW_MAIL } from '../../platform/mail/outbox.ts'
import { testMoneyLines } from '../../platform/test-money.ts'
import { stoppedAddresses } from '../../platform/mail/schema.ts'
import { isStopped } from '../../platform/mail/stopped-addresses.ts'
import { fundTitleOf } from '../funds/funds.ts'
import { getDonationByReceipt } from './donations.ts'
import { donations } from './schema.ts'

/** How often one receipt is mailed: enough for a mistyped address, too little to fill a stranger's inbox. */
const MAILS_MAX = 3

/** One statement counts the mail and queues it, or neither. An address whose reader stopped all mail is counted only. */
const queue = preparedRows(
  'mail_receipt',
  { ...NEW_MAIL, addressHash: stoppedAddresses.addressHash, donationId: donations.id, max: plain<number>() },
  z.object({ id: z.string() }),
  ({ donationId, max, addressHash, ...mail }) => sql`
    with counted as (
      update donations set receipt_mails = receipt_mails + 1
       where id = ${donationId}::uuid and status = 'success' and receipt_mails < ${max}::int
      returning id
    ), queued as (${insertMailFrom(mail, sql`counted where not exists (${isStopped(addressHash)})`)})
    select id from counted`,
)

/** The moment of a gift by card. One from a wallet has a day alone, and the same for its start. */
function paidOn({
  intentId,
  paidAt,
  createdAt,
}: Pick<typeof donations.$inferSelect, 'intentId' | 'paidAt' | 'createdAt'>): string {
  const paid = paidAt ?? createdAt
  return intentId === null ? dayIn(null, paid) : `${inLagos.format(paid)}, Lagos time`
}

/**
 * Queues the mail with the receipt of a paid gift.
 * @throws AppError `not_found`; `receipt_not_mailed` for a gift that is not paid, or a receipt that was mailed three times
 */
export async function mailReceipt(core: Core, code: string, recipient: string): Promise<void> {
  const gift = await getDonationByReceipt(core.db, code)
  if (gift.status !== 'success') throw new AppError('receipt_not_mailed')
  const amount = formatNaira(koboToNaira(gift.amount))
  const fund = await fundTitleOf(core.db, gift)
  const letter = await composeMail(core, recipient, {
    subject: 'Receipt for your gift',
    paragraphs: [
      `Thank you. Your gift of ${amount} has been added to ${fund}.`,
      ...(gift.amountReversed > 0n
        ? [`${formatNaira(koboToNaira(gift.amountReversed))} of it went back since to the account it came from.`]
        : []),
      `Paid: ${paidOn(gift)}. Payment reference: ${gift.transactionReference ?? 'none'}.`,
      `Receipt code: ${code}`,
    ],
    button: { text: 'Open the receipt', address: `/receipts/${code}` },
    closing: [
      ...testMoneyLines(core.env),
      'The code works like a password: anyone who has it can open the receipt. The receipt does not show your name.',
      'This address was used for this one email and is not kept. If you did not ask for it, another person mistyped theirs, and you can delete it.',
    ],
  })
  const [queued] = await queue(core.db, {
    ...letter,
    id: newId(),
    createdAt: core.clock.now(),
    kept: false,
    donationId: gift.id,
    max: MAILS_MAX,
  })
  if (!queued) throw new AppError('receipt_not_mailed')
}
