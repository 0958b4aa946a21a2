/** The words of the page for an address that is none. The title is the spec's. */
export const notFound = {
  metaTitle: 'Page not found · Taimako',
  title: 'Oops! Page not found',
  text: 'The address may have a slip in it, or the page has moved.',
  home: 'Return to Home',
}
