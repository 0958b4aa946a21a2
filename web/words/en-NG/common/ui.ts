/** Words of the components in web/ui. */
export const ui = {
  writeToUs: 'Write to us',
  dismiss: 'Dismiss',
  close: 'Close',
  example: 'Example',
}
