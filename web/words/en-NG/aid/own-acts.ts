/** The words for what applicants do with a request after sending it. */
import type { ApplicantAct } from '../../../../contract/aid/handling-fields.ts'

export const ownActs = {
  title: 'Your request',
  correct: 'Correct it',
  correctTitle: (caseNumber: string) => `Correct request ${caseNumber}`,
  correctLead:
    'Our reviewers also see what was there before. The date by which we decide stays. To change the kind of aid or the urgency, ask for a call.',
  save: 'Save the correction',
  saving: 'Saving …',
  notCorrected: 'The request was not corrected.',
  newerTitle: 'Your request was corrected in another window',
  newer: 'What you typed is still here. Press again to save it. Now it says:',
  noAmount: 'No amount',

  add: 'Add papers',
  addTitle: (caseNumber: string) => `Add papers to request ${caseNumber}`,
  addLead: 'Something new, or something you forgot. Our reviewers see it with your request.',

  call: 'Ask for a call',
  calls: {
    ask: {
      title: 'Ask for a call?',
      press: 'Ask for the call',
      busy: 'Asking …',
      failed: 'The call was not asked for.',
    },
    cancel: {
      title: 'Cancel the call?',
      press: 'Cancel the call',
      busy: 'Canceling …',
      failed: 'The call was not canceled.',
    },
  },
  askLead: (number: string) => `We call ${number}, today if we can.`,
  cancelLead: 'We do not call you. You can ask for a call again at any time.',
  noNumber: 'We have no telephone number that we may call: none of yours, or it asked us to stop. Add one first.',
  account: 'Your account',
  back: 'Back',
  owed: (number: string) => `We call ${number}.`,

  done: 'What you did',
  acts: {
    corrected: 'You corrected your request',
    papers_added: 'You added papers',
    call_asked: 'You asked for a call',
    call_taken_back: 'You canceled the call',
  } satisfies Record<ApplicantAct, string>,
  called: (moment: string) => `Called on ${moment}`,

  ended: {
    corrected: { title: 'Your request is corrected', text: 'Our reviewers see it, and what was there before.' },
    added: { title: 'Your papers are with your request', text: 'Our reviewers see them.' },
    asked: { title: 'You asked for a call', text: 'We call you today if we can.' },
    canceled: { title: 'The call is canceled', text: 'You can ask for a call again at any time.' },
    decided: {
      title: 'Your request was decided meanwhile',
      text: 'The papers were not added. The decision is below. Your uploads are saved, and you can use them again.',
    },
  },
}
