/** The words of the Calls page. */
export const calls = {
  title: 'Calls',
  lead: 'Something was handed over to these people. They have not said whether it arrived, or say that something is missing.',
  table: 'People to call',
  columns: { name: 'Name', phone: 'Telephone', day: 'Handed over', slip: 'Slip', actions: 'Actions' },
  noPhone: 'No number',
  disputed: 'Says something is missing',
  record: 'Record the answer',
  recordOf: (name: string) => `Record the answer of ${name}`,
  none: 'No one to call',
  noneMore:
    'People appear here a week after the hand-over if they have not answered. Someone else calls about payments that you proposed or released.',
  notLoaded: 'The calls could not be loaded',
}
