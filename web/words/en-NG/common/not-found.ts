/** The words of the 404 page. The title is the spec's. */
export const notFound = {
  metaTitle: 'Page not found',
  title: 'Oops! Page not found',
  text: 'The address may be mistyped, or the page has moved.',
  home: 'Return to Home',
}
