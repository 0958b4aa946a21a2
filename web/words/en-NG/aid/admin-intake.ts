/** The words of the page that enters a request for someone. Channels are in review.ts, the names of its fields in aid.ts. */
import { site } from '../../site.ts'

export const intake = {
  title: 'New request',
  lead: 'For someone who is here, on the phone, or visited at home. You enter the request; a colleague decides it.',

  who: 'Who is it for?',
  search: 'Telephone number or name',
  searchHint: 'Check first whether we know them, so that no one is entered twice.',
  searchMissing: 'Enter a telephone number or a name.',
  lookUp: 'Look up',
  lookingUp: 'Looking …',
  lookUpFailed: 'The search failed',
  found: (count: number) => (count === 1 ? '1 person found' : `${count} people found`),
  foundMany: (shown: number) => `The first ${shown} people. Enter more of the name or the number to see fewer.`,
  noneFound: 'We know no one by this name or number.',
  requests: (count: number) => (count === 1 ? '1 request' : `${count} requests`),
  noRequests: 'No requests yet',
  choose: 'Choose',
  chooseNamed: (name: string) => `Choose ${name}`,
  someoneNew: 'Enter someone new',
  someoneElse: 'Choose someone else',
  personFailed: 'This person could not be loaded',
  openRequests: (count: number) =>
    count === 1 ? 'One of their requests is not decided yet' : `${count} of their requests are not decided yet`,
  openRequestsMore: 'Open it first: a paper or an answer may belong there rather than into a new request.',
  newPerson: 'Someone new',
  newPersonMore: 'They get a profile without a sign-in. We reach them by telephone.',
  fullName: 'Full name',
  fullNameHint: 'As on their papers.',
  fullNameMissing: 'Enter the full name.',
  phoneHint: 'Such as 0803\u00A0000\u00A00000.',
  addressHint: 'Street, town and state, or directions for finding them.',
  addressMissing: 'Enter the address, or how to find them.',

  need: 'What do they need?',
  descriptionHint: 'What happened, who it is for, and when it is needed. Their own words are best.',
  descriptionMissing: 'Enter what they need.',
  amountHint: ['In naira, such as 45,000 or 45k.', site.said.most_set].join(' ').trim(),
  location: 'Where the aid is needed',
  locationHint: ['Only if it is not the address above.', site.said.where].join(' ').trim(),

  papers: 'Their papers',
  papersHint:
    'Up to 10 files, 10 MB each: PDF, JPEG, PNG, WebP or DOCX. They become theirs; nothing of them stays with you.',
  papersKept: 'Files are not kept if you leave this page.',

  agreeing: 'How it came, and their consent',
  channel: 'How did they reach us?',
  channelMissing: 'Choose how they reached us.',
  readAloud: 'Read this to them',
  consentText:
    '“We use your answers and papers, also about health, to decide about your request and to pay. Only our staff can open them. You can ask us at any time what we keep about you, and to delete it. Do you agree?”',
  consent: 'They agree',
  consentMissing: 'We can only enter the request if they agree.',

  beyond: 'This household has as many requests as it may have',
  beyondReason: 'Why should it be entered all the same?',
  beyondHint: 'Your reason becomes a note on the request.',
  beyondMissing: 'Give the reason.',

  enter: 'Enter the request',
  uploading: (place: number, count: number) => `Sending paper ${place} of ${count} …`,
  entering: 'Entering …',
  notEntered: 'The request was not entered',

  entered: 'The request is entered',
  enteredMore: 'A colleague decides it. You can read it, but not decide it.',
  another: 'Enter another request',
  openRequest: 'Open the request',
  print: 'Print the slip',
  slip: {
    for: 'For',
    number: 'Case number',
    day: 'Entered on',
    keep: 'Keep this slip. Give the case number when you call or come back.',
    online: (address: string) =>
      `With an account of your own you can follow it at ${address}. We send you a code by text message.`,
    how: 'Asking is free. No one may ask you to pay for it.',
  },
}
