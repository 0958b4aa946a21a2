/** Said on pages for signed-in users where the browser runs no JavaScript. */
export const noScript = {
  title: 'This form needs JavaScript',
  text: 'Write to us on our contact page, which works without it, or call us. We can enter a request for aid for you:',
}
