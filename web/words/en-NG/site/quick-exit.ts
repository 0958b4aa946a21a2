/** The words of the button that leaves the site at once. */
export const quickExit = {
  exit: 'Exit this page',
  hint: (host: string) => `Opens ${host}. It does not clear your history or sign you out.`,
  keys: 'Pressing Escape twice does the same.',
  title: 'Loading …',
}
