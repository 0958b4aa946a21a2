/** The words of the Calls page. */
import type { CallOutcome } from '../../../../contract/aid/queue-fields.ts'

export const calls = {
  lead: 'Something was handed over to these people. They have not said whether it arrived, or say that something is missing.',
  searchHint: 'A name, a telephone number or a slip.',
  table: 'People to call',
  handedOver: (day: string, slip: string) => `Handed over on ${day} · Slip ${slip}`,
  noPhone: 'No number',
  disputed: 'Says something is missing',
  unanswered: 'Has not answered',
  noCall: 'Not called yet',
  lastCall: (outcome: string, moment: string, name: string) => `${outcome}, ${moment}, ${name}`,
  outcomes: {
    reached: 'They answered',
    not_reached: 'No answer',
    wrong_person: 'Wrong person',
  } satisfies Record<CallOutcome, string>,
  call: 'Call',
  noneOpen: 'No one chosen',
  noneOpenMore: 'Choose someone from the list: what to say is shown here.',
  noAnswerTitle: 'Not reached?',
  noAnswerHint: 'They stay on the list. The next caller sees when you tried.',
  attemptSaved: 'Call recorded',
  attemptNotSaved: 'Call not recorded',
  none: 'No one to call',
  noneMore:
    'People appear here a week after the hand-over if they have not answered. Someone else calls about payouts that you proposed or released.',
  noMatchMore: 'Only people who are waiting for a call are found here.',
  notLoaded: 'The calls could not be loaded',
}
