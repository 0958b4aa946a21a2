/** /complain: the public page for complaints. */
export const complain = {
  metaDescription: 'Tell us what went wrong, also without your name. We acknowledge it in 3 days and answer in 15.',
  title: 'Complain',
  lead: 'You need no account, and can stay anonymous. We acknowledge it in 3 days and answer in 15.',
  formTitle: 'Your complaint',
  reads: (name: string) =>
    `A complaint about someone who works here is read by ${name} alone. The person it is about does not learn of it.`,
  someone: 'one person',
  noFocal:
    'No one is named here yet who reads complaints about people who work here. Such a complaint cannot be sent on this page.',
  outsider: (name: string, reach: string) =>
    `Where no one here can look at it without a part in it, tell ${name}, who does not work here: ${reach}.`,
  noOutsider: 'No one outside is named here yet for what all of us have a part in.',
  send: 'Send my complaint',
  sending: 'Sending …',
  notSent: 'The complaint could not be sent',
  sentTitle: 'We have your complaint',
  close: 'I have written it down',
  askTitle: 'Ask about your complaint',
  askLead: 'With the number that we showed you when you sent it.',
  code: 'Number of the complaint',
  codeMissing: 'Enter the number.',
  slipTitle: 'I have a slip or a text message with a code',
  slipLead: 'Then we know that it is about your aid, and hold what is not paid out yet for five days.',
  slip: 'Slip number',
  slipCode: 'Code',
  slipMissing: 'Enter the number of the slip too.',
  slipCodeMissing: 'Enter the code too.',
  heldUntil: (moment: string) => `We hold what is not paid out yet until ${moment}.`,
  ask: 'Ask',
  asking: 'Asking …',
  notFound: 'No complaint has this number.',
  sentOn: (day: string, kind: string) => `Sent on ${day}. ${kind}.`,
  dueBy: {
    received: (day: string) => `A person looks at it by ${day}.`,
    acknowledged: (day: string) => `We answer by ${day}.`,
  },
  answer: 'Our answer:',
  erased: 'It was answered. We no longer keep its words.',
  byPhone: 'You can also call or come to us: we write it down and give you a number.',
}

/** Complaint of a signed-in recipient. */
export const ownComplaint = {
  open: 'Something is wrong: complain',
  title: (caseNumber: string) => `Complain about ${caseNumber}`,
  lead: 'We hold what is not paid out yet for five days, or until we answer. Nothing is taken from you.',
  held: (moment: string) => `We hold what is not paid out yet until ${moment}, while we look into something.`,
}
