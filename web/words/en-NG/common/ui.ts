/** Words of the components in web/ui. */
export const ui = {
  plainForm: 'Ask for aid without it',
  writeToUs: 'Write to us',
  dismiss: 'Dismiss',
  close: 'Close',
  example: 'Example',
}
