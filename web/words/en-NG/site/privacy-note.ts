/** Notes about people's data, beside the forms that collect it. */
export const privacyNote = {
  link: 'Privacy notice',
  account: 'We use these details to run your account, and to keep it safe.',
  aid: 'By sending this request you agree that we use your answers and documents, also about health, to decide about it and to pay. You can withdraw by closing your account.',
  message: 'We use your details to answer you, and delete them after 1 year.',
  gift: 'We do not ask for your name. Do not write names into the message.',
}
