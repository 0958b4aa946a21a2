/** The words of appeals, for applicants. */
import type { AppealState } from '../../../../contract/aid/handling-fields.ts'

export const appeal = {
  may: (day: string) =>
    `If you think that this is wrong, you can appeal until ${day}. Someone who had no part in this decision then looks at your request again.`,
  appeal: 'Appeal',
  title: 'Appeal against this decision',
  lead: 'You can do this once. We answer within 14 days.',
  text: 'What did we get wrong? (optional)',
  textHint: 'If you have more papers, you can send them when our reviewers ask.',
  send: 'Send my appeal',
  sending: 'Sending …',
  notSent: 'The appeal could not be sent.',
  made: (day: string) => `You appealed on ${day}. Someone who had no part in the first decision looks at your request.`,
  answerBy: (day: string) => `We answer by ${day}.`,
  noReviewer:
    'At the moment there is no one here who had no part in it. We must find someone first, so the answer may be late.',
  outsider: (name: string, reach: string) => `You can turn to ${name}, who does not work here: ${reach}.`,
  noOutsider: 'No one outside is named yet.',
  ended: {
    upheld: 'You appealed. Someone else looked at your request again, and the answer is the same.',
    changed: 'You appealed. Someone else looked at your request again, and it is approved now.',
    withdrawn: 'You appealed.',
  } satisfies Record<Exclude<AppealState, 'open'>, string>,
}
