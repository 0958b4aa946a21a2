/** The words for where a gift went, and for checking it. */
import { monthInWords } from '../../../../contract/platform/month-in-words.ts'
import { AHEAD_MAX, AID_TOGETHER, type AMOUNT_BANDS } from '../../../../contract/proof/proof-fields.ts'
import type { StepName } from '../../../../contract/proof/receipt.ts'
import { typeName } from '../../type-name.ts'

/** @param period a month, `2026-11`, or a quarter, `2026-Q4` */
function periodName(period: string): string {
  const [year, part = ''] = period.split('-')
  if (!part.startsWith('Q')) return monthInWords(period)
  const first = (Number(part.slice(1)) - 1) * 3
  return `${['January to March', 'April to June', 'July to September', 'October to December'][first / 3]} ${year}`
}

const kindName = (kind: string) => (kind === AID_TOGETHER ? 'Aid of several kinds' : typeName(kind))

const bands = {
  below_5: 'below ₦5,000',
  '5_20': '₦5,000 to ₦20,000',
  '20_50': '₦20,000 to ₦50,000',
  '50_150': '₦50,000 to ₦150,000',
  '150_500': '₦150,000 to ₦500,000',
  above_500: 'above ₦500,000',
} satisfies Record<(typeof AMOUNT_BANDS)[number]['name'], string>

export type BandName = keyof typeof bands

export const trail = {
  title: 'Where your naira went',
  received: 'Received',
  inFund: 'Waiting in the fund',
  paidOut: 'Paid out',
  today: 'Today',
  lookAgain: (day: string) => `Look again after ${day}.`,
  counted: (amount: string) => `${amount} is counted towards:`,
  nothingYet: 'Shown once ten households share it, so that no one can be picked out.',
  described: (kind: string, band: BandName, period: string) =>
    `${kindName(kind)}, ${bands[band]}, ${periodName(period)}`,
  confirmed: (confirmed: number, payments: number) =>
    `${confirmed.toLocaleString('en-NG')} of these ${payments.toLocaleString('en-NG')} payments had been confirmed by the recipients when this was published.`,
  undescribed: (besides: boolean) => (besides ? 'Other payments' : 'Payments'),
  notDescribed: 'Details appear once ten households share them.',
  waiting: (amount: string, fund: string) => `${amount} is waiting in the fund ${fund}.`,
  /** @param own the fund of the gift, which was closed */
  follows: (own: string, other: string) => `${own} was closed, and what was left of it goes on in ${other}.`,
  ahead: (gifts: number) =>
    gifts === 0
      ? 'It is next.'
      : gifts === 1
        ? '1 gift comes before yours.'
        : `${gifts.toLocaleString('en-NG')}${gifts < AHEAD_MAX ? '' : ' or more'} gifts come before yours.`,
  noTurn: 'It takes its turn a day or two after it was paid.',
  refunded: (amount: string) => `${amount} was returned.`,
  newer: (counted: string, refunded: string) =>
    `Not in the signed log until the next checkpoint, within a day: by now ${counted} is counted and ${refunded} returned.`,
  failed: 'Where your gift went could not be loaded',
  kind: kindName,
  band: (band: BandName) => bands[band],
  period: periodName,

  checkTitle: 'Check it yourself',
  checkLead: 'Your browser checks that your gift is in our public log. Nothing about you is sent.',
  check: 'Check it now',
  checking: 'Checking …',
  again: 'Check again',
  notLogged: 'Your gift is not in the public log yet. It will be within a day.',
  steps: {
    signature: 'The newest checkpoint of the log is signed with its key',
    kept: 'The log still begins with what your browser saw last time',
    gift: 'Your gift is in the log, with the amount, fund, day and status that this receipt shows',
    shares: 'What your gift is counted towards is in the log, with the same numbers',
    sum: 'What is counted, waiting and returned adds up to your gift',
  } satisfies Record<StepName, string>,
  outcomes: {
    fits: 'Correct',
    left_out: 'Nothing to compare yet',
    unchecked: 'Could not be checked',
    does_not_fit: 'Does not match',
    not_reached: 'Not checked',
  },
  allFit: (entries: string) => `Everything matches. The log has ${entries} entries.`,
  nothingLogged: (entries: string) => `The log has ${entries} entries, and your gift is not among them yet.`,
  notCompared:
    'Not in the log, so not compared: the time of day, the payment reference, how many gifts come before yours, and what is marked as not in the signed log yet.',
  somethingWrong: 'Something does not match',
  notChecked: 'Part of the log could not be checked',
  notCheckedHint:
    'A copy on its way to you is damaged or missing, which says nothing about the log. Try again later or from another network, and tell us if it stays.',
  whatToDo: 'Save the proof file, and tell others as well as us.',
  save: 'Save the proof file',
  saveHint: 'Anyone can check the file, even if this site is gone.',
  fileName: 'gift.tlog-proof',
  scan: 'To let someone else check, show them this: it opens your receipt.',
  howLink: 'What this proves, and what it does not',
}
