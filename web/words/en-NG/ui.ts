/** Words of the components in web/ui. */
export const ui = {
  dismiss: 'Dismiss',
  close: 'Close',
  example: 'Example',
}
