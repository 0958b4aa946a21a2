/** The words of the checkout, whatever is paid for. */
export const paying = {
  sandboxTitle: 'Sandbox checkout',
  sandboxClose: 'Close',
}
