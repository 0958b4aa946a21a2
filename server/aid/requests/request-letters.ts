/** Mails about a request. They contain neither the request nor the reason, which need a sign-in, because phones are shared. */
import { CONFIRM_ADDRESS_PAGE, STOP_MAIL_PAGE } from '../../../contract/aid/request-mail-pages.ts'
import type { MailContent } from '../../platform/mail/compose.ts'
import type { RequestNews } from '../../../contract/aid/queue-fields.ts'

interface NewsWords {
  readonly subject: string
  readonly paragraphs: readonly string[]
  readonly closing: string
}

const FOLLOW = 'You can check its progress on your page at any time.'
const status = (text: string): NewsWords => ({
  subject: 'News about your request',
  paragraphs: [text],
  closing: FOLLOW,
})

const WORDS: Readonly<Record<RequestNews, NewsWords>> = {
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
  pending: status('Your request for aid is waiting for a decision again. You do not need to send it again.'),
  under_review: status('A person is now reading your request for aid. You do not need to do anything.'),
  approved: status('Your request for aid was approved.'),
  granted: status(
    'We granted aid for your request. See how much on your page, and choose there how you receive it. We will write again when it is ready or has been sent.',
  ),
  ready: {
    subject: 'You can receive what we granted you',
    paragraphs: ['What we granted for your request is ready. Your page has the number of your slip and your code.'],
    closing: 'Keep the code to yourself. Use it only after you have received everything.',
  },
  handed_over: {
    subject: 'Did you receive it?',
    paragraphs: [
      'Something that we granted for your request was handed over to you, or sent to the bank account that your page names. A transfer can take some hours to arrive.',
      'Tell us on your page whether you received all of it, part of it, or nothing.',
    ],
    closing: 'Your answer is how we know that aid arrives.',
  },
  reminder: {
    subject: 'Did you receive it?',
    paragraphs: [
      'Something that we granted for your request was handed over to you, or sent to the bank account that your page names. You have not told us yet whether it arrived.',
      'Tell us on your page: you received all of it, part of it, or nothing.',
    ],
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
  award_cancelled: status('What we granted for your request has changed. You can read the current state on your page.'),
  rejected: status('Your request for aid was not approved. You can read the reason on your page.'),
}

/** The tokens of the two links. */
export interface AddressTokens {
  readonly confirm: string
  readonly stop: string
}

/** @param tokens null if the address is proven: the mail then does not ask whose it is */
export function newsLetter(news: RequestNews, tokens: AddressTokens | null): MailContent {
  const { subject, paragraphs, closing } = WORDS[news]
  const seeRequest = { text: 'See your request', address: '/beneficiary/dashboard' }
  if (!tokens) return { subject, paragraphs, button: seeRequest, closing: [closing] }
  return {
    subject,
    paragraphs: [
      ...paragraphs,
      'The account that sent the request has this email address, but it has not been confirmed yet. Is it yours?',
    ],
    // After the `#`, so that no server writes a token into its log.
    button: { text: 'Yes, this is my address', address: `${CONFIRM_ADDRESS_PAGE}#${tokens.confirm}` },
    links: [{ text: 'It was not me. Stop all email', address: `${STOP_MAIL_PAGE}#${tokens.stop}` }, seeRequest],
    closing: ['Until you confirm your address, we send you at most one email a day about your requests.', closing],
  }
}
