/** The toasts of sending a request for aid, and papers for it. */
/** A signed-in user's aid request, in addition to the registration's toasts. */
export const requestToasts = {
  tooLong: 'Your text is too long',
  amount: 'Check the amount',
  sent: 'Request sent',
  sentMore: 'A person will read it. You can follow its progress on your page.',
  sentForOther: 'A person will read it. Give them the number.',
  arrivedBefore: 'We already have your request',
  arrivedBeforeMore: 'We received the version you sent first. Changes you made after that are not in it.',
}

/** The answer to a request for papers, in addition to those. */
export const papersToasts = {
  sent: 'Answer sent',
  sentMore: 'Our reviewers see it with your request.',
  added: 'Papers added',
  addedMore: 'Our reviewers see them with your request.',
  over: 'This is no longer needed',
  overMore: 'It has been answered, or your request has been decided. Your uploads are saved.',
  notSent: 'Your answer has not been sent yet',
}
