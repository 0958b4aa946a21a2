/** The words that confirm a request that was just sent. */
export const sentRequest = {
  title: 'We have your request',
  caseNumber: 'Your case number',
  keep: 'Write it down or save it as a picture. Name it when you call or write to us.',
  decideBy: (day: string) => `We decide by ${day}. Time in which we wait for an answer from you is added.`,
  next: 'What happens next',
  steps: [
    'A person reads your request and your documents.',
    'If something is missing, we ask you, and it is on this page too.',
    'We tell you our decision. You can follow the progress below.',
  ],
  standing: 'With this number and your telephone number you can see where it is without signing in',
}
