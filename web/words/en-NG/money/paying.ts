/** The words of the checkout. */
export const paying = {
  sandboxTitle: 'Sandbox checkout',
  sandboxClose: 'Close',
}
