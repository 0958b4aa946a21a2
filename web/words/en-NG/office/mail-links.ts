/** The words of the pages behind the links in mail about a request. */
export const mailLinks = {
  busy: 'One moment …',
  failed: 'This did not work',
  noScript: 'This button needs JavaScript. You can also reply to the email, and a person will do it for you.',
  confirm: {
    metaTitle: 'Confirm your email address',
    title: 'Is this your email address?',
    text: ['We received a request for aid from an account with this email address. Confirm it if it was you.'],
    button: 'Yes, this is my address',
    doneTitle: 'Your address is confirmed',
    done: 'We will email you as soon as there is news about your request.',
  },
  stop: {
    metaTitle: 'Stop our email',
    title: 'Was this not you?',
    text: [
      'Your email address was used for a request for aid. If it was not you, we will stop all our email to this address, whichever account uses it.',
      'This includes links to sign in or to reset a password. You can undo it with the other link in the same email, for 90 days.',
    ],
    button: 'It was not me. Stop all email',
    doneTitle: 'All email to this address has stopped',
    done: 'Thank you for telling us. You will not hear from us again. The account shows that email no longer reaches this address.',
  },
}
