/** Words of what did not come: apart from those of the other parts, which every page carries. */
export const loading = { tryAgain: 'Try again' }
