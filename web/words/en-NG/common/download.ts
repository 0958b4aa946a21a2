/** Words of the button that downloads a list. */
export const download = {
  csv: 'Download as CSV',
  busy: 'Preparing …',
}
