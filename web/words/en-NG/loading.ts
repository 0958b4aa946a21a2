/** Words for a failed load, in a file of their own because not every page needs them. */
export const loading = { tryAgain: 'Try again' }
