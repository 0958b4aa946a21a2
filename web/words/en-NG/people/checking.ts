/** Words of every page that needs a sign-in, while it is checked. */
export const checking = {
  checking: 'Checking your sign-in …',
  unreachableTitle: 'We cannot check your sign-in right now',
  unreachable: 'We could not reach the server. Check your connection, then reload the page.',
  reload: 'Reload the page',
  cancel: 'Cancel',
}
