/** The HTML of the pages that show texts as phones would. */
import { html } from 'hono/html'
import type { FolderText } from '../../server/platform/sms/folder.ts'
import { moment, plainPage } from '../plain-page.ts'

/** Plain letters in one message. */
const MESSAGE_LETTERS = 160
/** The most of a reply. */
export const LETTERS_MAX = 3 * MESSAGE_LETTERS

export const words = {
  noReplies: 'This instance takes no replies. Set SMS_REPLY_NUMBER and SMS_WEBHOOK_SECRET, and start it again.',
  empty: 'Enter your reply.',
  tooLong: `A reply has at most ${LETTERS_MAX} letters. It was not sent.`,
  unknownNumber: 'No text went to this number.',
  refused: (status: number) => `The product refused the reply, with the status ${status}. It was not sent.`,
  unanswered: 'The reply was not answered. It may have arrived.',
} as const

const frame = (title: string) => ({
  title,
  banner: 'Sandbox: no text is delivered',
  style: '/sandbox/phone/assets/phone.css',
})

/** The number whose last text or reply is the newest comes first. */
export function numbersPage(texts: readonly FolderText[]) {
  const numbers = [...Map.groupBy(texts.toReversed(), ({ number }) => number)]
  return plainPage(
    frame('Sandbox phone'),
    html`<h1>Sandbox phone</h1>
      <p>Text messages in the sandbox, as people would read them. Texts about requests go out from 8:00 to 19:30.</p>
      ${
        numbers.length === 0
          ? html`<p>No texts yet.</p>`
          : html`<ul class="numbers">
              ${numbers.map(([number, [last]]) => (last ? phone(number, last) : ''))}
            </ul>`
      }
      <p><a href="">Look again</a></p>`,
  )
}

const phone = (number: string, { is, text, createdAt }: FolderText) =>
  html`<li>
    <a href="/sandbox/phone/${number}">+${number}</a> <small>${moment.format(createdAt)}</small>
    <p>${is === 'reply' ? 'Reply: ' : ''}${text}</p>
  </li>`

/** A reply that was not sent, with the reason. */
export interface Refused {
  readonly typed: string
  readonly refusal: string
}

interface Conversation extends Partial<Refused> {
  readonly number: string
  /** Oldest first. */
  readonly texts: readonly FolderText[]
  readonly replyNumber: string | null
}

export function conversationPage({ number, texts, replyNumber, typed = '', refusal }: Conversation) {
  return plainPage(
    frame(`+${number}: sandbox phone`),
    html`<p><a href="/sandbox/phone">All numbers</a></p>
      <h1>+${number}</h1>
      <ol>
        ${texts.map((each) => bubble(each))}
      </ol>
      <p id="end"><a href="">Look again</a></p>
      ${refusal === undefined ? '' : html`<p class="alert" role="alert">${refusal}</p>`}
      ${replyNumber === null ? html`<p>${words.noReplies}</p>` : form(replyNumber, typed)}`,
  )
}

/** Each message of several gives up letters that put them in order; any other letter than plain ones halves them all. */
function countMessages(text: string): number {
  const [one, ofSeveral] = /^[\n\x20-\x5f\x61-\x7e]*$/.test(text) ? [MESSAGE_LETTERS, 153] : [70, 67]
  return text.length <= one ? 1 : Math.ceil(text.length / ofSeveral)
}

function bubble({ is, text, createdAt }: FolderText) {
  const count = countMessages(text)
  return html`<li class="${is}">
    <p>${text}</p>
    <small>
      ${is === 'reply' ? 'Reply, ' : ''}<time datetime="${createdAt.toISOString()}">${moment.format(createdAt)}</time>,
      ${count} ${count === 1 ? 'message' : 'messages'}
    </small>
  </li>`
}

const form = (replyNumber: string, typed: string) =>
  html`<form method="post">
    <label for="text">Reply to ${replyNumber}</label>
    <textarea id="text" name="text" rows="2" maxlength="${LETTERS_MAX}" required>${typed}</textarea>
    <button>Send</button>
  </form>`

export const unknownNumberPage = () =>
  plainPage(
    frame('No texts: sandbox phone'),
    html`<h1>No texts</h1>
      <p>${words.unknownNumber}</p>
      <p><a href="/sandbox/phone">All numbers</a></p>`,
  )
