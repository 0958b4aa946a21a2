/** Words of the design system's own parts. */
export const ui = {
  dismiss: 'Dismiss',
  close: 'Close',
}
