/** The words of the picture of a request's number, and of the button that saves it. */
export const numberPicture = {
  save: 'Save as picture',
  saveOf: (number: string) => `Save as picture: ${number}`,
  saving: 'Saving …',
  file: (number: string) => `request-${number}.png`,
  failed: 'The picture could not be saved. Write the number down.',
  number: 'Your case number',
  sentOn: (day: string) => `Sent on ${day}`,
  decideBy: (day: string) => `We decide by ${day}`,
  ask: 'Ask where it is:',
}
