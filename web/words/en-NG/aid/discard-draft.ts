/** The words of clearing the form, which load once there is something to clear. */
export const discardWords = {
  discardDraft: 'Clear this form',
  throwTitle: 'Clear this form?',
  throwLead: 'Your answers and the files you chose are deleted. Requests you have already sent are not affected.',
  throwConfirm: 'Clear',
  keep: 'Keep it',
  thrown: 'The form is clear.',
}
