/** The words about colleagues who work on the same request. */
import type { ApplicantAct } from '../../../../contract/aid/handling-fields.ts'
import type { RequestAct } from '../../../../contract/aid/queue-fields.ts'
import { weekdayOf } from './admin-queue.ts'

export const live = {
  unnamed: 'A colleague',
  held: (name: string) => `${name} has taken this request and is deciding about it.`,
  takeOver: 'Take over',
  taking: 'One moment …',
  takenOver: 'You have taken over this request',
  notTakenOver: 'Failed to take over the request',
  changedTitle: 'This request has just changed',
  changed: (what: string, name: string, moment: string) => `${what} · ${name} · ${moment}`,
  textKept: 'Everything you have typed is still here.',
  note: 'Private note added',
  papersAsked: 'Papers asked for',
  papersAnswered: 'The applicant answered',
  applicantActs: {
    corrected: 'The applicant corrected the request',
    papers_added: 'The applicant added papers',
    call_asked: 'The applicant asked for a call',
    call_taken_back: 'The applicant canceled the call',
  } satisfies Record<ApplicantAct, string>,
  fields: { amount: 'Amount', place: 'Place', description: 'Description' },
  /** `Amount: ₦45,000, corrected to ₦90,000` */
  corrected: (name: string, before: string, after: string) => `${name}: ${before}, corrected to ${after}`,
  correctedText: (name: string, before: string) => `${name}, before: ${before}`,
  noAmount: 'none',
  acts: {
    assigned: 'Assigned',
    unassigned: 'Owner removed',
    taken_over: 'Taken over from a colleague',
    snoozed: 'Waits',
    woken: 'Brought back',
    read: 'Answer marked as read',
    unread: 'Answer marked as unread',
    tagged: 'Tag added',
    untagged: 'Tag removed',
    taken_back: 'Decision taken back',
    reached: 'Called the applicant, who answered',
    not_reached: 'Called the applicant: no answer',
    wrong_person: 'Called the applicant: wrong person',
    printed: 'Case printed',
  } satisfies Record<RequestAct, string>,
  /** `…: no answer. Call again on Mon, 30 Nov` */
  callAgain: (call: string, until: string) => `${call}. Call again on ${weekdayOf(until)}`,
  assignedTo: (name: string) => `Assigned to ${name}`,
  takenOverFrom: (name: string) => `Taken over from ${name}`,
  snoozedUntil: (moment: string) => `Waits until ${moment}`,
  tagged: (tag: string) => `Tag added: ${tag}`,
  untagged: (tag: string) => `Tag removed: ${tag}`,
  snoozedUntilAnswered: 'Waits until the applicant answers',
}
