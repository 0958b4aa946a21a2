/** Payments drawn by lot: what everyone sees of them, and what staff and callers from outside do. */
import { trail } from './trail.ts'

const percent = (share: number) => `${share.toLocaleString('en-NG', { maximumFractionDigits: 1 })} %`

export const samples = {
  title: 'Checked by callers from outside',
  lead: 'Confirmations could be false. So we draw payments by lot, and people who neither decide nor pay here call the recipients and ask what arrived.',
  rule: 'Who did not answer counts as not having received everything. Nothing is shown that fewer than ten households share.',
  none: 'None yet: the payments of a quarter can be drawn once it has ended.',
  caption: 'Samples: what the recipients say arrived',
  period: 'Paid in',
  drawn: 'Drawn',
  all: 'Everything',
  part: 'A part',
  nothing: 'Nothing',
  unanswered: 'No answer',
  interval: 'Of all payments',
  between: (low: number, high: number) => `${percent(low)} to ${percent(high)}`,
  periodName: (period: string) => trail.period(period),
  states: {
    announced: (moment: string) => `The lot falls on ${moment}.`,
    drawn: (day: string) => `Calls go on until ${day} at the latest.`,
    closed: 'Fewer than ten households answered, so the answers are not shown.',
    void: {
      late: 'Not drawn: the announcement was not signed in time. The quarter can be announced again.',
      few: 'Not drawn: fewer than ten households could be drawn.',
    },
  },
  intervalNote:
    'The last column is the interval of Clopper and Pearson: with 95 % confidence, the recipients of so many of all payments of the quarter would say that everything arrived.',
  drawTitle: 'How the lot falls',
  draw: 'We announce the quarter, the number of payments, and a round of a public random value (drand) that does not exist yet. The log signs that first. Each payment in it then gets a number: SHA-256 over the seed and the hash of its leaf. The lowest are drawn. A quarter is drawn once, and each step is in the public log. Auditors compute the draw again.',
  drawOf: (period: string) => `The draw for ${period}`,
  round: 'Round of the random value',
  root: (size: string) => `Root of the checkpoint of ${size} entries`,
  randomness: 'Random value',
  signature: 'Its signature by the League of Entropy, which runs drand',
  seed: 'Seed: SHA-256 over both',
  json: 'Samples (JSON)',

  staffTitle: 'Drawn samples',
  staffLead:
    'Payments drawn by lot. Give people from outside an account with the caller role alone: they see the list on this page.',
  notLoaded: 'The samples could not be loaded',
  announce: 'Announce a sample',
  announceTitle: 'Announce a sample',
  announceLead: 'This is published at once and cannot be taken back. A quarter is drawn once.',
  quarter: 'Quarter',
  payments: 'Payments to draw',
  paymentsHint: 'From 20 to 400. Of 100 that all received everything, at least 96 % of all payments did.',
  announcing: 'Announcing…',
  announced: 'The sample is announced',
  notAnnounced: 'The sample was not announced',
  nothingOpen:
    'No quarter can be announced now: it must have ended, with payments to ten households, and be drawn once.',
  progress: (answered: number, payments: number) => `${answered} of ${payments} answered`,
  result: (low: number, high: number) =>
    `Of all payments, ${percent(low)} to ${percent(high)} arrived in full, say the recipients.`,
  contradicted: 'Confirmed before, and now the recipient says that something is missing:',
  request: (number: number) => `Request ${number}`,

  callsTitle: 'Drawn by lot: people to ask',
  callsLead:
    'Ask whether everything arrived that they were promised that month. Say nothing of what we think. Their answer stands.',
  callsTable: 'Recipients drawn by lot',
  callColumns: { name: 'Name', phone: 'Telephone', month: 'Handed over', tries: 'Not reached', actions: 'Actions' },
  callsNone: 'Everyone who was drawn has answered, or nothing is drawn now.',
  callsNotLoaded: 'The drawn recipients could not be loaded',
  monthName: (month: string) => trail.period(month),
  noPhone: 'No number',
  record: 'Record',
  recordOf: (name: string) => `Record what ${name} said`,
  answerTitle: 'What did they say?',
  script: (name: string, month: string) =>
    `“Good day, am I speaking with ${name}? I do not work for Taimako; I check their work. In ${month} they handed something over to you. Did you receive all of it, a part, or nothing?”`,
  scriptTitle: 'What to say',
  answers: {
    all: 'Everything arrived',
    part: 'A part arrived',
    none: 'Nothing arrived',
    not_reached: 'I did not reach them',
  },
  recorded: 'It is recorded',
  notRecorded: 'It was not recorded',
}
