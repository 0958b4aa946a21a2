/** What a payment was made with: a card or a bank account, as the provider describes it and keeps it for later charges. */
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../server/platform/db/db.ts'
import { invariant } from '../server/platform/errors.ts'
import type { CardEntry, testCards } from './cards.ts'
import { randomCode, signatureOf } from './codes.ts'
import type { Provider } from './provider.ts'
import { authorizations, type AuthorizationDetails, type RefundOutcome } from './schema.ts'

/** The details of the card or account that a success shows. */
export interface Instrument {
  channel: 'card' | 'bank_transfer'
  gatewayResponse: string
  details: AuthorizationDetails
  refundOutcome: RefundOutcome
}

export async function authorizeCard(
  provider: Provider,
  tx: Tx,
  customerId: number,
  entry: CardEntry,
  card: (typeof testCards)[number],
): Promise<Instrument> {
  const [month = '', year = ''] = entry.expiry.split('/').map((part) => part.trim())
  const refundOutcome = card.refundOutcome ?? 'processed'
  const details = await keep(provider, tx, customerId, signatureOf(card.number), refundOutcome, {
    bin: card.number.slice(0, 6),
    last4: card.number.slice(-4),
    exp_month: month,
    exp_year: `20${year}`,
    channel: 'card',
    // The provider sends this trailing space.
    card_type: `${card.brand} `,
    bank: card.bank,
    country_code: 'NG',
    brand: card.brand,
    reusable: card.reusable === true,
    account_name: null,
  })
  return { channel: 'card', gatewayResponse: 'Successful', details, refundOutcome }
}

export async function authorizeAccount(provider: Provider, tx: Tx, customerId: number): Promise<Instrument> {
  const details = await keep(provider, tx, customerId, signatureOf('account 1230001644'), 'processed', {
    bin: '123XXX',
    last4: '1644',
    exp_month: '12',
    exp_year: '9999',
    channel: 'bank_transfer',
    card_type: 'transfer',
    bank: 'Test Bank',
    country_code: 'NG',
    brand: 'Managed Account',
    reusable: false,
    account_name: null,
    sender_name: 'TEST PAYER',
    sender_bank: 'Test Bank',
    sender_bank_account_number: 'XXXXXX1644',
    sender_country: 'NG',
    narration: 'NIP: TEST PAYER',
    receiver_bank_account_number: null,
    receiver_bank: null,
  })
  return { channel: 'bank_transfer', gatewayResponse: 'Approved', details, refundOutcome: 'processed' }
}

/** Each card of a customer has one authorization, however often it pays. */
async function keep(
  provider: Provider,
  tx: Tx,
  customerId: number,
  signature: string,
  refundOutcome: RefundOutcome,
  described: AuthorizationDetails,
): Promise<AuthorizationDetails> {
  const authorizationCode = `AUTH_${randomCode(10)}`
  const details = { authorization_code: authorizationCode, ...described, signature }
  const reusable = described['reusable'] === true
  const [made] = await tx
    .insert(authorizations)
    .values({
      customerId,
      authorizationCode,
      signature,
      details,
      reusable,
      refundOutcome,
      createdAt: provider.clock.now(),
    })
    .onConflictDoNothing({ target: [authorizations.customerId, authorizations.signature] })
    .returning()
  if (made) return made.details
  const [known] = await tx
    .select()
    .from(authorizations)
    .where(and(eq(authorizations.customerId, customerId), eq(authorizations.signature, signature)))
  invariant(known, 'keep: it is there, or it was made')
  return { ...details, authorization_code: known.authorizationCode }
}
