/** How gifts and top-ups are returned. Keep it true to how your organisation handles refunds. */
import type { Policy } from './policy.ts'
import { site } from '../words/site.ts'

export const refunds: Policy = {
  metaTitle: 'Refunds',
  metaDescription: 'When a gift or a top-up is refunded, how to ask for it, and how long it takes.',
  title: 'Refunds',
  lead: 'When we return a gift or a top-up, and how to ask for it.',
  version: '2026-11-22',
  sections: [
    {
      title: 'You gave the wrong amount, or twice',
      paragraphs: [
        `Write to ${site.support.email} within 30 days, with the payment reference from your receipt. Do not send the receipt code: it works like a password. We return the gift, unless the money has already been paid out for aid.`,
      ],
    },
    {
      title: 'You did not make this payment',
      paragraphs: [
        'Call your bank first: it can block the card. Then write to us with the date, the amount and the payment reference, if you know it.',
      ],
    },
    {
      title: 'Wallets',
      paragraphs: [
        'A top-up that you have not given away can be refunded to the card or account that paid for it. A gift from your wallet is a gift like any other.',
      ],
    },
    {
      title: 'How a refund reaches you',
      items: [
        'It goes back the way the money came, through Paystack, never to another card or account.',
        'Your bank usually shows it within 10 working days.',
        'Your receipt, or your wallet’s history, shows it as refunded.',
      ],
    },
  ],
}
