/** The English words of texts and mails about a request. Phones are shared: none names the kind of aid, an amount or a reason. */
import type { RequestNews } from './queue-fields.ts'

interface MailWords {
  /** Without one: {@link englishNews} has that of all. */
  readonly subject?: string
  readonly paragraphs: readonly string[]
  readonly closing?: string
}

const FOLLOW = 'You can check its progress on your page at any time.'
const ANSWER = 'Tell us on your page whether you received all of it, part of it, or nothing.'
const HANDED_OVER =
  'Something that we granted for your request was handed over to you, or sent to the bank account that your page names.'

/** News that a later one says too, or that asks nothing, cost no text. */
const texts = (): Partial<Readonly<Record<RequestNews, string>>> => ({
  received: 'we have your request. We will text you when there is news.',
  papers: 'we need more from you before we can decide on your request.',
  approved: 'your request was approved.',
  rejected: 'we decided on your request. You can read why, and ask us to look again.',
  granted: 'we granted something for your request. Choose how you receive it.',
  ready: 'what we granted you is ready.',
  handed_over: 'we sent you something. Did it arrive? Please answer.',
  reminder: 'did what we sent you arrive? Please answer.',
  answered: 'we recorded an answer for you. If it is not yours, call us.',
  lost: 'something that we sent you was lost. The loss is ours, not yours.',
  held: 'we hold what we granted you for a few days. You need not do anything.',
  award_cancelled: 'what we granted you has changed.',
})

const mailsOfRequests = () => ({
  received: {
    subject: 'We have your request',
    paragraphs: [
      'We have received your request for aid. You do not need to send it again.',
      `A person will read it and decide. ${FOLLOW}`,
    ],
    closing: 'If you did not send this request, please write to us.',
  },
  papers: {
    subject: 'We need more information for your request',
    paragraphs: [
      'We are reading your request for aid and need more from you before we can decide.',
      'See what we need, and reply, on your page.',
    ],
    closing: 'We keep your request in the meantime. You do not need to send it again.',
  },
  pending: { paragraphs: ['Your request for aid is waiting for a decision again. You do not need to send it again.'] },
  under_review: {
    paragraphs: ['A person is now reading your request for aid. You do not need to do anything.'],
  },
  approved: { paragraphs: ['Your request for aid was approved.'] },
})

const mailsOfAid = () => ({
  granted: {
    paragraphs: [
      'We granted aid for your request. See how much on your page, and choose there how you receive it. We will write again when it is ready or has been sent.',
    ],
  },
  ready: {
    subject: 'You can receive what we granted you',
    paragraphs: ['What we granted for your request is ready. Your page has the number of your slip and your code.'],
    closing: 'Keep the code to yourself. Use it only after you have received everything.',
  },
  handed_over: {
    subject: 'Did you receive it?',
    paragraphs: [`${HANDED_OVER} A transfer can take some hours to arrive.`, ANSWER],
    closing: 'Your answer is how we know that aid arrives.',
  },
  reminder: {
    subject: 'Did you receive it?',
    paragraphs: [`${HANDED_OVER} You have not told us yet whether it arrived.`, ANSWER],
    closing: 'If something is missing, your answer is how we find out.',
  },
  answered: {
    subject: 'We recorded an answer for you',
    paragraphs: [
      'We recorded an answer to our question whether you received what we granted for your request. It was given with your code, or to one of us.',
      'Your page shows the answer.',
    ],
    closing: 'If it is not your answer, please write to us or call us.',
  },
  lost: {
    subject: 'Something that we sent you was lost',
    paragraphs: [
      'Something that we sent for your request was lost on its way, and we could not get it back.',
      'The loss is ours, not yours. Your page shows what was lost. If we send something in its place, we will write again.',
    ],
    closing: 'If it has reached you after all, please write to us or call us.',
  },
  message: {
    subject: 'We wrote to you about your request',
    paragraphs: [
      'We have written to you about your request for aid.',
      'Read our message, and answer it, on your page.',
    ],
    closing: 'We keep the message out of this email because phones are shared.',
  },
  held: {
    subject: 'We hold what we granted you for a few days',
    paragraphs: [
      'We hold what we granted for your request while we look into something. Your page says until when. You do not need to do anything.',
    ],
    closing: 'If something is wrong, or you want to say something about it, please write to us or call us.',
  },
  award_cancelled: {
    paragraphs: ['What we granted for your request has changed. You can read the current state on your page.'],
  },
  rejected: { paragraphs: ['Your request for aid was not approved. You can read the reason on your page.'] },
})

const SEE_REQUEST = 'See your request'
const NOT_YOU = 'If it was not you, change your password and write to us today.'

/** Warns the applicant of acts from their account, which someone else may have done. */
const acts = () => ({
  payeeChanged: {
    subject: 'Another bank account was named for your request',
    paragraph:
      'Another bank account was named to receive what we grant for your request. We wait before we use it. See your page.',
    button: SEE_REQUEST,
    unasked: NOT_YOU,
    text: (name: string, phone: string) =>
      `${name}: another bank account was named for your request. If it was not you, call ${phone}.`,
  },
  wayChanged: {
    subject: 'Another way to be paid was chosen for your request',
    paragraph: 'Another way to receive what we grant was chosen for your request. You can see on your page which one.',
    button: SEE_REQUEST,
    unasked: NOT_YOU,
    text: (name: string, phone: string) =>
      `${name}: another way to be paid was chosen for your request. If it was not you, call ${phone}.`,
  },
  withdrawn: {
    subject: 'Your request was withdrawn',
    paragraph:
      'Your request {request} was withdrawn from your account. What you wrote and the papers that you sent for it are deleted. You can send a new request at any time.',
    button: 'See your requests',
    unasked: NOT_YOU,
  },
})

const mails = (): Readonly<Record<RequestNews, MailWords>> => ({ ...mailsOfRequests(), ...mailsOfAid() })

/** Made anew for each language, whose messages the catalogues call `requestNews`. */
export const englishNews = () => ({
  texts: texts(),
  /** Ends of a text: a page, or our telephone. */
  see: (address: string) => `See ${address}`,
  call: (phone: string) => `Call ${phone}`,
  question: {
    ask: 'we sent you something. Did it arrive?',
    help: 'we did not understand.',
    answers: (number: string, code: string) =>
      `Text ${number}: 1 ${code} for all of it, 2 ${code} for part, 3 ${code} for nothing.`,
  },
  /** Names a message of staff. */
  wrote: (request: string) => `${request}: we wrote to you. This number takes no replies.`,
  /** To someone for whom another person asked. */
  helped: (helper: string, request: string, phone: string) =>
    `${helper} asked us to help you. Your number is ${request}. Not what you want? Call ${phone}`,
  someone: 'Someone',
  mails: mails(),
  acts: acts(),
  subject: 'News about your request',
  follow: FOLLOW,
  seeRequest: SEE_REQUEST,
  whose: 'The account that sent the request has this email address, but it has not been confirmed yet. Is it yours?',
  confirm: 'Yes, this is my address',
  stop: 'It was not me. Stop all email',
  oneADay: 'Until you confirm your address, we send you at most one email a day about your requests.',
})
