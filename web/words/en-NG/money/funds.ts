/** The words for what each fund received, promised and paid out. */
import { monthInWords } from '../../../../contract/platform/month-in-words.ts'

interface Limits {
  readonly threePeople: string
  readonly secondStep: string
  readonly perDay: string
  readonly accountMinutes: number
}

function waitInWords(minutes: number): string {
  if (minutes < 60) return minutes === 1 ? 'a minute' : `${minutes} minutes`
  return minutes === 60 ? 'an hour' : `${minutes / 60} hours`
}

export const funds = {
  title: 'What happens with this fund',
  received: 'Received',
  promised: 'Promised',
  paidOut: 'Paid out',
  left: 'Still there',
  lost: 'Lost',
  short: 'Short: more was taken back from it than it held. Nothing is paid out of it until that is put right.',
  closed: 'Closed: it takes no new gifts, and what it holds is still paid out.',
  /** @param amount null while fewer than ten households share what was paid from it */
  moved: (fund: string, month: string, amount: string | null) =>
    `What was left of it went to ${fund} in ${monthInWords(month)}: ${amount ?? 'the amount appears once ten households share what was paid from it'}.`,
  /** @param month such as `2026-11` */
  asOf: (month: string) => `as of ${monthInWords(month)}`,
  notShared: 'What is promised and paid out appears once ten households share the figure.',

  tableTitle: 'The funds',
  caption: 'Received, promised, paid out and still there, for each fund',
  fund: 'Fund',
  unknown: '–',
  rule: 'Received: gifts, less refunds. Promised: granted, not paid out yet. Paid out: handed over or sent, confirmed or not, with what was lost until ten households share that figure.',
  aloneAllowed: (each: string, week: string) =>
    `While this organisation has only one administrator, that person may approve small payments alone: at most ${each} each and ${week} in seven days, after a day’s wait.`,
  alonePercent: (percent: number, month: string) =>
    `As of ${monthInWords(month)}, one person approved ${percent} in 100 payments alone.`,
  alonePercentUnknown: 'How many payments one person approved is shown once ten households share the figure.',
  limitsTitle: 'Who approves a payment',
  limits: ({ threePeople, secondStep, perDay, accountMinutes }: Limits) => [
    'Two people approve each award and each payment: one proposes, the other approves.',
    `An award of more than ${threePeople} needs three people.`,
    `Above ${secondStep}, those who approve prove once more that it is them.`,
    'All awards of a request count together, with those of 30 days to the same household or bank account.',
    `One person releases at most ${perDay} in 24 hours.`,
    `Nothing is sent to a changed bank account for ${waitInWords(accountMinutes)}, and the applicant is told by email.`,
  ],
  /** @param day such as `3 March 2026` */
  limitsSince: (day: string) => `Two people set these amounts on ${day}.`,
  waitsTitle: 'How long it takes',
  waitsRule: 'Half of the households waited no longer. The first wait of each counts, in tens of households.',
  decisionWait: 'From request to decision',
  paymentWait: 'From award to payment',
  alone: 'Payments approved by one person',
  unanswered: (month: string) => `Households that have not answered for 30 days, as of ${month}, in steps of ten`,
  unansweredUnknown: 'Households that have not answered for 30 days, in steps of ten',
  days: (days: number) => (days === 0 ? 'Under a day' : days === 1 ? '1 day' : `${days} days`),
  percent: (percent: number) => `${percent} in 100`,
  lostTogether: (amount: string, month: string) =>
    `${amount} left us and reached no one, all funds together, as of ${monthInWords(month)}.`,
}
