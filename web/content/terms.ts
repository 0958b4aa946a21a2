/** The terms of use. Have them checked for your organisation before you go live. */
import type { Policy } from './policy.ts'
import { site } from '../words/site.ts'

export const terms: Policy = {
  metaTitle: 'Terms of use',
  metaDescription: 'What you can expect from us, and what we expect from you, when you give or ask for aid.',
  title: 'Terms of use',
  lead: 'What you can expect from us, and what we expect from you.',
  version: '2026-11-22',
  sections: [
    {
      title: 'Giving',
      paragraphs: [
        'A gift is for the fund that you choose. It is not a purchase, and you get nothing in return except a receipt. We record every gift in books that can be added to and never changed.',
      ],
    },
    {
      title: 'Asking for aid',
      items: [
        'Asking is free. No one may take money from you for sending, reading or approving a request. If it happens, tell us.',
        'Tell the truth, and send only documents that are yours, your child’s, or sent with their owner’s consent.',
        'You can have at most five requests that are waiting for a decision.',
        'A person reads every request. We cannot help with all of them, and no one has a right to be approved.',
      ],
    },
    {
      title: 'Your account and wallet',
      items: [
        'One person, one account. Keep your password to yourself.',
        'A wallet holds naira that you can give. It pays no interest, and is not a bank account.',
        'You can close your account at any time, once its wallet is empty.',
      ],
    },
    {
      title: 'What is not allowed',
      paragraphs: [
        'Do not use this site to pay with another person’s card, to hide where money comes from, to pretend to be another person, or to break or overload it. We may block an account that does, and tell the authorities where the law requires it.',
      ],
    },
    {
      title: 'Changes, and the law',
      paragraphs: [
        'When these terms change, the date above changes. The law of the Federal Republic of Nigeria applies.',
        `Questions: ${site.support.email}.`,
      ],
    },
  ],
}
