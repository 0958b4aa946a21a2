/** Words for parts that are loaded, in a file of their own because not every page needs them. */
export const loading = {
  loading: 'Loading …',
  notLoaded: 'This section could not be loaded',
  tryAgain: 'Try again',
}
