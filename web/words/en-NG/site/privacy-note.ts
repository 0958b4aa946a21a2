/** Notes about people's data, beside the forms that collect it. */
export const privacyNote = {
  link: 'Privacy notice',
  accepted: 'You accept our',
  terms: 'terms of use',
  account: 'We use these details to run your account, and to keep it safe.',
  aid: 'You agree that we use your answers and documents, including health information, to decide and to pay. You can withdraw by closing your account.',
  message: 'We use your details to answer you.',
  gift: 'We do not ask for your name.',
}
