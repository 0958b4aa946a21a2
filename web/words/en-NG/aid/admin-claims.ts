/** Words for staff about claiming: an account takes over the profile of a person whom staff entered. */
export const claims = {
  title: 'Their own account',
  noSignIn: 'They have no sign-in. With a code by text message they can take this profile over on their own account.',
  ended: 'This profile has ended: it was merged into another, or an account has claimed it.',
  send: 'Text them a code',
  sent: (ending: string, until: string) =>
    `A code was sent to the number ending in ${ending}. It works until ${until}.`,
  sentToast: 'Code sent',
  notSent: 'No code was sent',
  claimed: (name: string, at: string) => `Has claimed the profile of ${name}, ${at}.`,
  undo: 'Undo this claim',
  undoOf: (name: string) => `Undo the claim of ${name}`,
  undoMeans: 'Only if it was not them. The requests go back; what was read cannot be taken back.',
  undone: 'Claim undone',
  notUndone: 'The claim was not undone',
}
