/** The words of the Calls page. */
import type { CALL_REASONS, CallOutcome } from '../../../../contract/aid/queue-fields.ts'

export const calls = {
  lead: 'People who asked for a call about their request or whom our letter did not reach, who texted us about a payout, and people who have not said whether what we handed over arrived, or say that something is missing.',
  owed: 'About their request',
  payouts: 'About a payout',
  reasons: {
    asked: 'Asked for a call',
    letter_failed: 'Our letter did not reach them',
    text_reply: 'Answered by text',
  } satisfies Record<'asked' | (typeof CALL_REASONS)[number], string>,
  since: (moment: string) => `Since ${moment}`,
  owedHint: 'Say who you are, and ask for the case number. If no one answers, they stay on the list.',
  searchHint: 'A name, a telephone number or a slip.',
  table: 'People to call',
  handedOver: (day: string, slip: string) => `Handed over on ${day} · Slip ${slip}`,
  noPhone: 'No number',
  doubted: 'Someone else may answer. Ask for the case number, and name no aid before you know who speaks.',
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
    'People appear here when they ask for a call, when an email or text message about their request did not reach them, when a text of theirs needs a person, and a week after the hand-over if they have not answered. Someone else calls about payouts that you proposed or released.',
  noMatchMore: 'Only people who are waiting for a call are found here.',
  notLoaded: 'The calls could not be loaded',
}
