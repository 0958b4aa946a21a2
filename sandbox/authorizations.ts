/** The means of a payment: a card or a bank account, as the provider describes it. */
import type { CardEntry, testCards } from './cards.ts'
import { randomCode, signatureOf } from './codes.ts'
import type { AuthorizationDetails, RefundOutcome } from './schema.ts'

/** The details of the card or account that a success shows. */
export interface Instrument {
  channel: 'card' | 'bank_transfer'
  gatewayResponse: string
  details: AuthorizationDetails
  refundOutcome: RefundOutcome
}

export function cardInstrument(entry: CardEntry, card: (typeof testCards)[number]): Instrument {
  const [month = '', year = ''] = entry.expiry.split('/').map((part) => part.trim())
  const details = authorization(card.number, {
    bin: card.number.slice(0, 6),
    last4: card.number.slice(-4),
    exp_month: month,
    exp_year: `20${year}`,
    channel: 'card',
    // The provider sends this trailing space.
    card_type: `${card.brand} `,
    bank: 'TEST BANK',
    country_code: 'NG',
    brand: card.brand,
    reusable: card.reusable === true,
    account_name: null,
  })
  return {
    channel: 'card',
    gatewayResponse: 'Successful',
    details,
    refundOutcome: card.refundOutcome ?? 'processed',
  }
}

export function accountInstrument(): Instrument {
  const details = authorization('account 1230001644', {
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

/** Each payment has its own code; a card has the same signature for everyone who uses it. */
const authorization = (instrument: string, described: AuthorizationDetails): AuthorizationDetails => ({
  authorization_code: `AUTH_${randomCode(10)}`,
  ...described,
  signature: signatureOf(instrument),
})
