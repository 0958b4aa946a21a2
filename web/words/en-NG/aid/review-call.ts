/** The words of the form that records a call. It loads when it is opened. */
import { queue } from './admin-queue.ts'
import { calls } from './calls.ts'

export const recordedCall = {
  silence: 'Ask for the applicant by name. To anyone else, say nothing about this request, not even that there is one.',
  outcome: 'How did the call end?',
  outcomeMissing: 'Choose how the call ended.',
  outcomes: calls.outcomes,
  again: 'Call again on',
  againHint:
    'The request is set aside until 07:00 on that day. It comes back earlier with an answer, or when it becomes late.',
  againPast: queue.datePast,
  againBroken: 'Enter a full date, or leave it empty.',
  noDay: {
    decided: 'This request is decided, so you cannot choose a day to call again.',
    waits: 'This request waits for the applicant, so you cannot choose a day to call again.',
    late: 'This request is late, so you cannot choose a day to call again.',
  },
  text: 'What was said',
  textHint: 'Kept as a private note, with the current time.',
  save: 'Save the call',
  saved: 'Call recorded',
  notSaved: 'Call not recorded',
}
