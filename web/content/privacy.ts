/**
 * The privacy notice (sections 27 and 34 to 38 of the Nigeria Data Protection Act, 2023). Replace what is particular to us: who is
 * responsible, the officer, the companies. Keep the periods equal to the RETENTION_ settings, and change PRIVACY_VERSION.
 */
import type { Policy } from './policy.ts'
import { PRIVACY_VERSION } from '../../contract/platform/privacy-version.ts'
import { site } from '../words/site.ts'

export const privacy: Policy = {
  metaTitle: 'Privacy notice',
  metaDescription: 'What we know about you, why, how long we keep it, and how to see, correct or delete it.',
  title: 'Privacy notice',
  lead: 'What we know about you, why we need it, how long we keep it, and what you can ask of us.',
  version: PRIVACY_VERSION,
  sections: [
    {
      title: 'Who is responsible',
      paragraphs: [
        `${site.registered.name} (${site.registered.number}), ${site.registered.address}, runs ${site.name}. It decides why and how your data is used. For questions, or to use your rights, write to ${site.support.email} or call ${site.support.phone}. A person replies.`,
      ],
    },
    {
      title: 'What we use, and why',
      items: [
        'Your account: email address, password (only as a hash), sign-ins and devices. We need them to provide the account that you asked for, and to keep it safe.',
        'Your profile: name, phone number, address. We need them to reach you about your request.',
        'Your request for aid: what you need, where, and the documents you add. They may be about your health or a child. We use them only with your consent, which you give by sending the request, to decide about it and to pay.',
        'What we paid you: amount, kind, dates, and whether you told us that it arrived. We need them to pay you and to prove it. A text message with your code goes to your phone number, and names neither you nor the aid.',
        'A gift without an account: amount, fund, time, and your message if you write one. We do not ask for your name. The tab you give in keeps the receipt code until you close it; your own device does only if you choose so, until you remove it there.',
        'An email address that you enter to have a receipt emailed: for that one email, and deleted when it is sent.',
        'Your wallet: top-ups and gifts. We need them to show your balance, and the law requires us to keep accounts.',
        'A message to us: name, email address and text. We use them to answer you.',
        'A scrambled form of your network address, for up to two hours, to prevent abuse.',
      ],
    },
    {
      title: 'How long we keep it',
      items: [
        'An unsent request: in its tab until you close it, and on your own device for 24 hours or 7 days if you choose so.',
        'Documents that you uploaded but did not send with a request: 24 hours.',
        'A request that was not approved: 2 years after the decision, or until you close your account.',
        'An approved request: 7 years after the decision, or until you close your account. Its case number, type, amount, status and dates stay without your name.',
        'A message to us: 1 year.',
        'Your account and profile: until you close the account. Closing it deletes at once what you wrote in your requests and your documents, and cancels what we granted and have not paid out.',
        'Payments and accounts: permanently, as the law requires, without your name. Of a bank account that we paid, a scrambled form stays: it shows only that the same account is named again.',
        'Backups: until the operator of this site deletes them. They contain what was there when they were made.',
      ],
    },
    {
      title: 'Who else sees it',
      items: [
        'Our reviewers see your request and documents. We record who opens them.',
        'Paystack processes payments. For a gift it gets a placeholder address instead of yours; for a top-up, your email address.',
        'The companies that deliver our email and text messages see addresses, numbers and those messages. They never say what you asked for.',
        'Everyone can see what a fund paid out in total, and only once at least ten households share the figure.',
        'We sell nothing, show no advertising, and use no third-party analytics. Nothing is decided about you by a computer alone.',
      ],
    },
    {
      title: 'Children',
      paragraphs: [
        'A request for a child must be sent by a parent or guardian. By sending it you confirm that you are one, and agree for the child.',
      ],
    },
    {
      title: 'Your rights',
      items: [
        'See and take your data: open your account page and choose "Download my data".',
        'Correct it: change your profile on your account page, or write to us.',
        'Delete it, or withdraw your consent: choose "Close my account". What was done before stays lawful.',
        'Object, or ask us to use less of it: write to us.',
        `Complain: to us at ${site.support.email}, or to the Nigeria Data Protection Commission (ndpc.gov.ng). You do not have to ask us first.`,
      ],
    },
    {
      title: 'If something goes wrong',
      paragraphs: [
        'If your data is lost or seen by a person who should not see it, and this puts you at high risk, we tell you at once and the Commission within 72 hours.',
      ],
    },
  ],
}
