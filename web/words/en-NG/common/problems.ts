/** Errors for failed calls when the server sent no sentence. */
export const callProblems = {
  noConnection: 'We could not reach the server. Check your connection and try again.',
  unavailable: 'The service is temporarily unavailable. Please try again in a minute.',
  unexpected: 'Something unexpected happened. Try again in a minute.',
}
