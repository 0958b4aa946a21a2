/**
 * Privacy notice (sections 27 and 34 to 38 of the Nigeria Data Protection Act, 2023), terms and refunds, until an organisation has published
 * its own. The periods are those of the RETENTION_ settings. Change OUR_POLICY_VERSION with them.
 */
import type { PolicyName } from './policy-names.ts'
import type { Organisation } from './organisation.ts'
import type { SentTexts } from './texts.ts'

export interface PolicySection {
  readonly title: string
  /** Formatted. */
  readonly text: string
}

type OwnPolicy = NonNullable<SentTexts[PolicyName]>

const list = (...each: string[]) => each.map((item) => `- ${item}`).join('\n')
const ours = (...sections: OwnPolicy['sections']): OwnPolicy => ({ language: 'en', sections })

export const ourPolicies: Readonly<Record<PolicyName, OwnPolicy>> = {
  privacy: ours(
    {
      title: 'Who is responsible',
      text: '{registered_name} ({registered_number}), {registered_address}, runs {organisation} and decides why and how your data is used. For questions and your rights: {email}, {phone}. A person replies.',
    },
    {
      title: 'How long we keep it',
      text: list(
        'An unsent request: in its tab until you close it; on your device, if you choose so, 24 hours or 7 days. Once you press Send: sealed on it until sent, at most 7 days.',
        'Documents uploaded but not sent with a request: 24 hours.',
        'A request that was not approved: 2 years after the decision, or until you close your account.',
        'An approved request: 7 years after the decision, or until you close your account. Its case number, type, amount, status and dates stay without your name.',
        'A message to us: 1 year.',
        'Your account and profile: until you close the account. That deletes at once your documents and what you wrote in requests, and cancels what we have not paid out.',
        'Payments and accounts: permanently, as the law requires, without your name. A scrambled form of a paid bank account stays: it shows only that the same account is named again.',
        'Backups, with what was there when they were made: until the operator of this site deletes them.',
      ),
    },
    {
      title: 'Who else sees it',
      text: list(
        'Our reviewers see your request and documents. We record who opens them.',
        'Paystack processes payments. For a gift it gets a placeholder address; for a top-up, your email address.',
        'The companies that deliver our email and texts see addresses, numbers and messages, which never say what you asked for.',
        'Everyone can see what a fund paid out in total, once at least ten households share the figure.',
        'We sell nothing, show no advertising, use no third-party analytics, and decide nothing about you by computer alone.',
      ),
    },
    {
      title: 'Children',
      text: 'Only a parent or guardian may ask for a child. By sending it you confirm that you are one, and agree for the child.',
    },
    {
      title: 'Your rights',
      text: list(
        'See and take your data: "Download my data" on your account page.',
        'Correct it: change your profile there, or write to us.',
        'Delete it, or withdraw your consent: "Close my account" there. What was done before stays lawful.',
        'Object, or ask us to use less of it: write to us.',
        'Complain: to us, or without asking us first to the Nigeria Data Protection Commission (ndpc.gov.ng).',
      ),
    },
    {
      title: 'If something goes wrong',
      text: 'If your data is lost, or seen by someone who should not, and this puts you at high risk, we tell you at once and the Commission within 72 hours.',
    },
  ),
  terms: ours(
    {
      title: 'Giving',
      text: 'A gift is for the fund that you choose. It is not a purchase: you get only a receipt.',
    },
    {
      title: 'Asking for aid',
      text: list(
        'Asking is free. No one may take money for sending, reading or approving a request: tell us if it happens.',
        'Tell the truth. Send only documents that are yours, your child’s, or sent with their owner’s consent.',
        'A person reads every request. We cannot help with all, and no one has a right to be approved.',
      ),
    },
    {
      title: 'Your account and wallet',
      text: list(
        'One person, one account. Keep your password to yourself.',
        'A wallet holds naira that you can give. It pays no interest, and is not a bank account.',
      ),
    },
    {
      title: 'What is not allowed',
      text: 'Do not pay with another person’s card, hide where money comes from, pretend to be another person, or break or overload this site. We may block an account that does, and tell the authorities where the law requires it.',
    },
    {
      title: 'Changes, and the law',
      text: 'When these terms change, so does the date above; earlier versions can be read. The law of the Federal Republic of Nigeria applies. Questions: {email}.',
    },
  ),
  refunds: ours(
    {
      title: 'You gave the wrong amount, or twice',
      text: 'Write to {email} within 30 days, with the payment reference from your receipt; never the receipt code. We return the gift, unless the money has already been paid out for aid.',
    },
    {
      title: 'You did not make this payment',
      text: 'Call your bank first: it can block the card. Then write to us with the date, the amount and any payment reference.',
    },
    {
      title: 'Wallets',
      text: 'A top-up that you have not given away can be refunded to the card or account that paid for it. A gift from your wallet is a gift like any other.',
    },
  ),
}

/** Says what this software does, in English, whatever else an organisation publishes. It follows the first section of theirs. */
export const productSections: Readonly<Record<PolicyName, PolicySection>> = {
  privacy: {
    title: 'What we use, and why',
    text: list(
      'Your account: email address, password (only as a hash), sign-ins and devices, to run the account and keep it safe.',
      'Your profile: name, phone number, address and language, to reach you about your request; your year of birth, if you give it, to tell you from a new owner of your number.',
      'Your request for aid: what you need, where, and your documents, also about health or a child. We use them only with your consent, which you give by sending it, to decide and to pay. The versions of notice and terms that you were shown are stored with it.',
      'A request for someone else, or one sent for you: who asked and how you know each other, for our staff. We text that name to the person. Who asked sees only whether it is decided.',
      'What we paid you: amount, kind, dates, and whether you said that it arrived, to pay you and to prove it. A text with your code names neither you nor the aid.',
      'A gift without an account: amount, fund, time, version of the terms, and your message if you write one, but no name. The tab keeps the receipt code until you close it; your device only if you choose so, until you remove it.',
      'An email address for a receipt: for that one email, then deleted.',
      'Your wallet: top-ups and gifts, to show your balance and keep the accounts that the law requires.',
      'A message to us: name, email address and text, to answer you.',
      'A scrambled form of your network address: up to two hours, to prevent abuse.',
    ),
  },
  terms: {
    title: 'What this site holds to',
    text: list(
      'Every gift is recorded in books that can be added to and never changed.',
      'A household can have twelve requests waiting for a decision, and send six within 24 hours.',
      'You can close your account at any time, once its wallet is empty.',
    ),
  },
  refunds: {
    title: 'How a refund reaches you',
    text: list(
      'It goes back the way the money came, through Paystack, never to another card or account.',
      'Your bank usually shows it within 10 working days.',
      'Your receipt, or your wallet’s history, shows it as refunded.',
    ),
  },
}

/** A text as people read it: names and contacts filled in, our section in its place. */
export interface WholePolicy {
  /** Language of the organisation's own sections. */
  readonly language: string
  readonly sections: readonly (PolicySection & { readonly isOurs: boolean })[]
}

/** @returns the three texts of an organisation; where it has none, ours */
export function policiesOf(of: Organisation): Readonly<Record<PolicyName, WholePolicy>> {
  const { registered, support, name } = of
  const values: readonly (readonly [string, string])[] = [
    ['organisation', name],
    ['registered_name', registered.name],
    ['registered_number', registered.number],
    ['registered_address', registered.address],
    ['email', support.email],
    ['phone', support.phone],
  ]
  const filled = (text: string) =>
    text.replaceAll(/\{(\w+)\}/g, (all, key) => values.find(([each]) => each === key)?.[1] ?? all)
  const whole = (policy: PolicyName): WholePolicy => {
    const { language, sections } = of.texts[policy] ?? ourPolicies[policy]
    const [first, ...others] = sections.map(({ title, text }) => ({ title, text: filled(text), isOurs: false }))
    const product = { ...productSections[policy], isOurs: true }
    return { language, sections: [...(first ? [first] : []), product, ...others] }
  }
  const [privacy, terms, refunds] = [whole('privacy'), whole('terms'), whole('refunds')]
  return { privacy, terms, refunds }
}
