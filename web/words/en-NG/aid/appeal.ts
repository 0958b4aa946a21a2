/** The words of appeals, for applicants and for staff. */
import type { AppealChannel, AppealState } from '../../../../contract/aid/application-fields.ts'

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
  back: 'Back',
  notSent: 'The appeal could not be sent.',
  made: (day: string) => `You appealed on ${day}. Someone who had no part in the first decision looks at your request.`,
  answerBy: (day: string) => `We answer by ${day}.`,
  noReviewer:
    'At the moment there is no one here who had no part in it. We must find someone first, so the answer may be late.',
  ended: {
    upheld: 'You appealed. Someone else looked at your request again, and the answer is the same.',
    changed: 'You appealed. Someone else looked at your request again, and it is approved now.',
    withdrawn: 'You appealed.',
  } satisfies Record<Exclude<AppealState, 'open'>, string>,
}

export const staffAppeal = {
  title: 'Appeal',
  lead: 'It was refused before. Those who decided it then cannot act on it now. Your decision ends the appeal.',
  states: {
    open: 'Not decided yet',
    upheld: 'The refusal stands',
    changed: 'Approved after all',
    withdrawn: 'Withdrawn',
  } satisfies Record<AppealState, string>,
  came: (day: string, how: string) => `${day}, ${how}`,
  channels: {
    self: 'sent by the applicant',
    walk_in: 'said at the counter',
    call: 'said on the phone',
    field: 'said in the field',
    reply: 'in a reply to us',
  } satisfies Record<AppealChannel, string>,
  by: (name: string) => `entered by ${name}`,
  nothing: 'The applicant gave no reason.',
  enter: 'Enter an appeal',
  enterTitle: 'Enter the appeal of the applicant',
  enterLead: 'For someone who called, came or replied within 30 days of the refusal. You cannot decide it then.',
  channel: 'How did they say it?',
  text: 'What they said',
  textMissing: 'Enter what they said.',
  save: 'Enter the appeal',
  saving: 'Entering …',
  saved: 'The request is under review again',
  notSaved: 'The appeal was not entered',
}
