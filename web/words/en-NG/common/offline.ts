/** The words of the page that stands in for all others without a connection. */
export const offline = {
  title: 'No connection',
  text: 'This page needs the internet. It opens when you are connected again.',
  still: 'What still works',
  form: 'The form to ask for aid. You can fill it in now and press Send. It is sent when you are connected again, as long as its tab stays open, or if you chose to keep your answers on this device.',
  open: 'Open the form',
  again: 'Try again',
}
