/** The words of the button that leaves the site at once. */
export const quickExit = {
  exit: 'Exit this page',
  hint: (host: string) => `Opens ${host}. Your browser history and your sign-in stay.`,
  keys: 'Pressing Escape twice does the same.',
  title: 'Loading …',
}
