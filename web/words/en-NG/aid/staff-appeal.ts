/** The words of appeals, for staff. */
import type { AppealChannel, AppealState } from '../../../../contract/aid/handling-fields.ts'

export const staffAppeal = {
  title: 'Appeal',
  lead: 'It was refused before. Those who decided it then cannot act on it now. Your decision ends the appeal.',
  outsider: (name: string, reach: string) =>
    `Everyone here had a part in the refusal. The applicant is told that they can turn to ${name}: ${reach}.`,
  noOutsider:
    'Everyone here had a part in the refusal, and no one outside is named. An administrator can name someone under Settings, Organisation, Complaints.',
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
  saved: 'The request is under review again',
  notSaved: 'The appeal was not entered',
}
