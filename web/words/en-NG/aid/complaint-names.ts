/** Names of complaints, for the public page and for staff. */
import type {
  ComplaintAbout,
  ComplaintChannel,
  ComplaintKind,
  ComplaintState,
} from '../../../../contract/aid/complaint-fields.ts'

export const complaints = {
  kinds: {
    money: 'Money',
    goods: 'Goods or a service',
    conduct: 'How someone behaved',
    privacy: 'My data',
    other: 'Something else',
  } satisfies Record<ComplaintKind, string>,
  states: {
    received: 'Received',
    acknowledged: 'A person looks at it',
    answered: 'Answered',
  } satisfies Record<ComplaintState, string>,
  about: {
    none: 'No',
    staff: 'About staff',
    focal: 'About the focal person',
  } satisfies Record<ComplaintAbout, string>,
  /** @param name of the focal person */
  aboutFocal: (name: string) => `Yes, ${name}`,
  aboutStaff: 'Yes',
  channels: {
    page: 'sent on the page',
    call: 'said on the phone',
    counter: 'said at the counter',
  } satisfies Record<ComplaintChannel, string>,
  kind: 'What is it about?',
  choose: 'Choose',
  isAbout: 'Is it about a person who works here?',
  text: 'What happened?',
  textHint: 'When, where, who was there, and who it is about.',
  contact: 'Your name, and how to reach you (optional)',
  contactHint: 'Leave it empty to stay anonymous.',
  missing: { kind: 'Choose what it is about.', text: 'Say what happened.' },
  codeTitle: 'The number of this complaint',
  codeLead: 'It is shown once. Keep it: with it you read our answer.',
}
