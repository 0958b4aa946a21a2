/** The words of /aid: what one can ask for, how, and how long it takes. */
import { APPEAL_DAYS } from '../../../../contract/aid/application-fields.ts'
import type { APPLICATION_TYPES } from '../../../../contract/aid/offered-types.ts'
import { site } from '../../site.ts'

export const aidStart = {
  metaDescription: `What you can ask ${site.name} for, what you need, how long it takes, and who helps you to ask.`,
  title: 'How to ask for aid',
  lead: 'Asking is free, and a person reads every request.',
  beginTitle: 'Ask here',
  begin: 'Start my request',
  byEmail: 'Use an email address and a password',
  beginLead: 'Nothing is sent before you press Send.',
  standing: 'Did you ask already? See where your request is',
  plain: 'Old phone, or the page does not work? Use the short form',
  helpTitle: 'Ask with someone’s help',
  help: 'Our staff can write your request down, on the telephone or where you meet them.',
  trusted: 'Someone you trust can ask for you.',
  forSomeone: 'Ask for someone else',
  languages: (names: string) => `We speak ${names}.`,
  call: (phone: string) => `Call ${phone}`,
  whatsapp: 'Write on WhatsApp',
  write: 'Write to us',
  kindsTitle: 'What you can ask for',
  kinds: {
    schoolfees: 'Fees, books, uniforms.',
    medical_fee: 'A hospital bill, a test, medicine.',
    shelter: 'Rent, repairs, a place to stay.',
    food: 'Food for your household.',
    financial_aid: 'Help through a hard month: transport to work, stock for a small business.',
    other: 'Anything else. Tell us what it is.',
  } satisfies Record<(typeof APPLICATION_TYPES)[number], string>,
  areasTitle: 'Where we help',
  areasMore: 'Elsewhere? Call us first.',
  neededTitle: 'What you need',
  needed: [
    'Your name, and where you live: a street, or how to find you.',
    'A telephone number, so that we can answer you.',
    'What happened, who it is for, and when you need it. Simple words are fine.',
    'What it costs, if you know.',
    'A photo of a bill, a school letter or a prescription, if you have one.',
  ],
  timeTitle: 'How long it takes',
  timeLead: 'From the day you send it, we decide within:',
  within: (days: number) => (days === 1 ? 'one day' : `${days} days`),
  urgency: { critical: 'Critical', high: 'High', other: 'Any other request' },
  timeMore: 'Time in which we wait for an answer from you is added.',
  nextTitle: 'What happens then',
  next: [
    'You get a number for your request. Save it.',
    'If something is missing, we ask you.',
    'We tell you what we decided, and why. If we say no, you can ask once, within ' +
      `${APPEAL_DAYS} days, for someone else to decide.`,
    'If we say yes, it comes by bank or in cash, or as a voucher, goods or a service.',
  ],
  freeTitle: 'It costs nothing, at any step',
  free: 'If someone asks you for money, a PIN or a code in our name, it is not us. Please tell us.',
  complain: 'Complain',
}
