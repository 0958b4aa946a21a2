/** The HTML of the pages that show texts as phones would. */
import { html } from 'hono/html'
import type { FolderText } from '../../server/platform/sms/folder.ts'
import { moment, plainPage } from '../plain-page.ts'
import { countMessages, MESSAGE_LETTERS, MESSAGES_MAX } from './messages.ts'

const LETTERS_MAX = MESSAGE_LETTERS * MESSAGES_MAX

export const words = {
  noReplies: 'This instance takes no replies. Set SMS_REPLY_NUMBER and SMS_WEBHOOK_SECRET, and start it again.',
  empty: 'Enter your reply.',
  tooLong: `A reply has at most ${LETTERS_MAX} letters. It was not sent.`,
  refused: (status: number, reason: string) => `The reply was refused, with the status ${status}. ${reason}`.trim(),
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

interface Conversation {
  /** Of one number, oldest first. */
  readonly texts: readonly [FolderText, ...FolderText[]]
  readonly replyNumber: string | null
  /** What was typed, and why it was not sent. */
  readonly typed?: string
  readonly refusal?: string
}

export function conversationPage({ texts, replyNumber, typed = '', refusal }: Conversation) {
  const { number } = texts[0]
  return plainPage(
    frame(`+${number}: sandbox phone`),
    html`<p><a href="/sandbox/phone">All numbers</a></p>
      <h1>+${number}</h1>
      <ol>
        ${texts.map((each) => bubble(each))}
      </ol>
      <p id="end"><a href="">Look again</a></p>
      ${refusal === undefined ? '' : html`<p class="alert" role="alert">${refusal}</p>`}
      ${replyNumber === null ? (refusal === undefined ? html`<p>${words.noReplies}</p>` : '') : form(replyNumber, typed)}`,
  )
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
      <p>No text went to this number.</p>
      <p><a href="/sandbox/phone">All numbers</a></p>`,
  )
