/** The words around privacy notice, terms and refunds, which are in web/content. */
export const policies = {
  version: 'Version of',
}
