/** Errors for failed calls when the server sent no sentence. */
export const callProblems = {
  noConnection: 'We could not reach the server. Check your connection and try again.',
  unavailable: 'The service is unavailable. Try again in a minute.',
  partMissing: 'This page is incomplete. Reload it.',
  unexpected: 'Something went wrong. Try again in a minute.',
}
