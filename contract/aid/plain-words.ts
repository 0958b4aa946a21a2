/** The English words of the form without script. */
import { PLAIN_PHOTOS_MAX } from './plain-form.ts'

/** Made anew for each language, whose messages the catalogues call `plain`. */
export const englishPlain = () => ({
  titles: { form: 'Ask for aid', code: 'Type the code', sent: 'We have your request' },
  start: 'How to ask for aid',
  complain: 'Complain',
  call: 'Rather talk to us? Call',
  free: 'Asking is free. Never give a PIN or money to anyone who asks in our name.',
  lead: 'Write who you are and what you need. Then we text you a code, and with it you get the number of your request. We ask for no story here: we call you.',
  maker: 'If your browser saves data, as Opera Mini does, what you type passes through the computers of its maker.',
  name: 'Your full name',
  phone: 'Your mobile number',
  phoneHint: 'We text the code to it.',
  place: 'Where you live',
  placeHint: (where: string) => `State, local government area, and the street or how to find you. ${where}`,
  kind: 'What you need',
  choose: 'Choose',
  amount: 'How much, in naira',
  amountHint: (most: string) => `If you know. ${most}`,
  photos: 'Photos of a paper',
  photosHint: `If you have one: up to ${PLAIN_PHOTOS_MAX}, together at most 3 MB.`,
  photosAgain: 'Browsers do not keep photos: choose them again.',
  photo: (place: number) => `Photo ${place}`,
  use: 'We use this only to decide about your request and to help you:',
  privacy: 'privacy notice',
  terms: 'terms of use',
  agree: 'By sending it you agree.',
  send: 'Send',
  codeLead: 'We send a code of six digits to your number, if it can get our texts. It can take a few minutes.',
  notSent: 'Your request is not sent before you type it.',
  deleted: 'After 60 minutes we delete what you typed.',
  code: 'Code from the text message',
  sendNow: 'Send my request',
  noCode: 'No code after a minute?',
  another: 'Text me another code',
  again: 'Try again',
  number: 'The number of your request:',
  keep: 'Write it down. Say it when you call us to ask where your request is.',
  decideBy: 'A person reads it and calls you. We decide by',
  notTaken: 'Your request is sent, without these photos. We ask you if we need them.',
  check: 'Please check what is marked below.',
  faults: {
    name: 'Enter your name.',
    phone: 'Enter a Nigerian mobile number, such as 0803 123 4567.',
    place: 'Enter where you live.',
    kind: 'Choose what you need.',
    amount: 'Enter the amount in digits, such as 2500.',
    photo: (place: number) => `Photo ${place} is not a photo that we can read. Choose a JPEG, PNG or WebP.`,
  },
  refusals: {
    no_texts:
      'We cannot send text messages from this site, so this short form does not work here. Please call us: we write your request down for you.',
    foreign_form: 'This form is older than a day, or did not come from our page. Check it below and send it again.',
    sent_before: 'This form was sent before, by someone else or for something else. Check it below and send it again.',
    unreadable: 'What your browser sent did not arrive whole. Please send it again.',
    too_large:
      'Your photos are more than 3 MB together. Send fewer or smaller ones, or none: we can ask you for them later.',
    too_many: 'Many requests came from your network. Please wait a few minutes, then send it again, or call us.',
    full: 'Many people are asking right now, and we have no room for more. Please try again in an hour, or call us.',
    expired:
      'The 60 minutes to enter the code are over, and we have deleted what you typed. Please fill in the form again.',
    wrong_code: 'This is not the code we sent, or it is older than 10 minutes. Check it, or ask for another.',
    second_step:
      'Your account asks for a second step, which this page cannot do. Sign in on another phone, or call us.',
    in_doubt:
      'This number was silent for half a year, or was reported: it may have a new owner. Please call us, and we write your request down for you.',
    refused: 'We cannot take a request from this account here. Please call us.',
    trouble:
      'We could not finish this right now. What you typed is still here for the rest of the hour: try again in a minute.',
  },
})
