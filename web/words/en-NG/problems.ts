/** What to say when a call fails in a way that the server has no sentence for. */
export const problems = {
  noConnection: 'No answer came back. Please check your connection and try again.',
  unexpected: 'Something unexpected happened. Please try again in a minute.',
}
