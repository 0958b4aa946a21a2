/** The words of the last step of /aid/ask, which load with it. */
export const phoneAnswer = {
  answerTitle: 'Where do we send the answer?',
  answerLead: (phone: string) =>
    `To ${phone}. We text a code to it: with the number and a code, you read the answer here.`,
  shared: 'Anyone with this phone can then open your request.',
  codeTitle: 'Enter the code',
  send: 'Send my request',
  otherNumber: 'Change the number',
  back: 'Back to your answers',
  nothingCame:
    'Nothing came? We send five codes a day to one number, further and further apart. Your answers stay here. You can also call us.',
  notThisNumber: 'We can only text Nigerian mobile numbers, such as 0803 123 4567. Change the number.',
  goOn: 'The number is yours. Your request is not sent yet.',
}
