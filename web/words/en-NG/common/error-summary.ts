/** The summary of the errors of a form. */
export const errorSummary = {
  title: (count: number) => (count === 1 ? 'One answer needs your attention' : `${count} answers need your attention`),
}
