/** The words of invitations on the Team page, and of the page behind the mailed link. */
export const invitations = {
  title: 'Invitations',
  hint: 'For people without an account. After a second administrator confirms, we email a link that works once, for three days.',
  none: 'No invitations are waiting.',
  notLoaded: 'The invitations could not be loaded',
  invite: 'Invite someone',
  emailHint: 'It must not have an account yet.',
  roles: 'Roles',
  sent: 'Sent',
  unsent: 'Not delivered',
  notDelivered:
    'The email with the link could not be delivered, or this address wants no email from us. Withdraw it, and invite them at another address.',
  expired: 'Expired',
  workedUntil: (moment: string) =>
    `The link was not used and stopped working on ${moment}. Withdraw it, or invite them again.`,
  worksUntil: (moment: string) => `The link works until ${moment}.`,
  withdrawOn: (email: string) => `Withdraw the invitation of ${email}`,
  withdraw: 'Withdraw',
  withdrawn: 'Invitation withdrawn',
  notWithdrawn: 'The invitation was not withdrawn',
}

export const join = {
  title: 'Join the team',
  lead: 'Choose your name and a password. Then sign in.',
  name: 'Full name',
  nameMissing: 'Enter your name.',
  password: 'Password',
  passwordHint: 'At least 12 characters.',
  passwordShort: 'Use at least 12 characters.',
  button: 'Join',
  busy: 'Joining …',
  failed: 'You have not joined yet',
  linkEnded: 'This link no longer works. If you have not joined yet, ask an administrator to invite you again.',
  noLinkTitle: 'Open the link in your email',
  noLink: 'This page needs the link of your invitation. If you have joined already, sign in.',
  doneTitle: 'You have joined',
  done: (email: string) => `Sign in as ${email} with the password that you chose.`,
  signIn: 'Sign in',
  noScript: 'This page needs JavaScript.',
}
