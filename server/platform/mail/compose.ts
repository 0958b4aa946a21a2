/**
 * The layout of all mail about an account: plain text, and the same text as simple HTML with one button. It has no images and no
 * tracking, and does not use the reader's name: anyone could register a stranger's address with an abusive name.
 */
import { html, raw } from 'hono/html'
import { textOn } from '../../../contract/platform/colours.ts'
import type { Organisation } from '../../../contract/platform/organisation.ts'
import { englishMailFrame } from '../../../contract/platform/mail-words.ts'
import type { Core } from '../core.ts'
import type { Tx } from '../db/db.ts'
import { inEachLanguage, type Spoken } from '../languages.ts'
import { enqueueMail, type Letter } from './outbox.ts'
import { hashAddress } from './stopped-addresses.ts'

interface Link {
  readonly text: string
  /** A path of ours, or a whole address. */
  readonly address: string
}

/** The content of a mail, in reading order. A name in braces stands for one of its `values`; `{organisation}` and `{support}` for ours. */
export interface MailContent {
  /** Never contains the code: subjects are shown on locked screens. */
  readonly subject: string
  /** An explanation of the event and its meaning. */
  readonly paragraphs: readonly string[]
  readonly button?: Link
  /** Further links, after the button. */
  readonly links?: readonly Link[]
  /** Six digits, for devices that cannot open the link. */
  readonly code?: string
  /** How long it is valid, and what to do if the reader did not request it. */
  readonly closing: readonly string[]
  readonly values?: Readonly<Record<string, string>>
  /** Without it: English. */
  readonly spoken?: Spoken
}

const ENGLISH: Spoken = { tag: null, english: new Set() }
const frameWords = inEachLanguage('mailFrame', englishMailFrame)

type Composing = Pick<Core, 'env' | 'keys' | 'organisation'>

/**
 * Composes a mail and queues it in the transaction of the change that it reports.
 * @param recipient null or empty for an account without an address: no mail
 * @returns as `enqueueMail`
 */
export async function writeMail(
  core: Composing,
  tx: Tx,
  recipient: string | null,
  content: MailContent,
  now: Date,
  mailId?: string,
): Promise<string | null> {
  return recipient ? enqueueMail(tx, await composeMail(core, recipient, content), now, mailId) : null
}

/** @returns the mail, for `enqueueMail` */
export async function composeMail(core: Composing, recipient: string, content: MailContent): Promise<Letter> {
  const {
    env,
    organisation: { shown },
  } = core
  const onSite = (link: Link): Link => ({
    ...link,
    address: link.address.startsWith('/') ? env.publicUrl + link.address : link.address,
  })
  const { button, links = [], spoken = ENGLISH } = content
  const values = new Map(Object.entries({ ...content.values, organisation: shown.name, support: shown.support.email }))
  const named = (text: string) => text.replaceAll(/\{(\w+)\}/g, (braced, name: string) => values.get(name) ?? braced)
  const words = {
    ...content,
    subject: named(content.subject),
    paragraphs: content.paragraphs.map(named),
    closing: content.closing.map(named),
    ...(button && { button: onSite(button) }),
    links: links.map(onSite),
    spoken: { ...spoken, english: new Set([...spoken.english].map(named)) },
  }
  const footer = [shown.letters.signature, `${shown.name}, ${env.publicUrl}`].filter((line) => line !== '')
  const help = frameWords(spoken.tag).questions(shown.support.email)
  return {
    recipient,
    addressHash: hashAddress(core, recipient),
    replyTo: shown.support.email,
    subject: words.subject,
    text: plainText(words, [help, ...footer]),
    html: await page(words, help, footer, shown),
  }
}

function plainText(
  { paragraphs, button, links = [], code, closing, spoken = ENGLISH }: MailContent,
  ends: readonly string[],
): string {
  const parts = [
    ...paragraphs,
    // On a separate line, so that mail programs detect the end of the link.
    ...[...(button ? [button] : []), ...links].map(({ text, address }) => `${text}:\n${address}`),
    ...(code === undefined ? [] : [`${frameWords(spoken.tag).enterCode}\n${code}`]),
    ...closing,
    ends.join('\n'),
  ]
  return `${parts.join('\n\n')}\n`
}

/** Only the button sets colours. Mail programs in dark mode choose the others. */
async function page(
  { subject, paragraphs, button, links = [], code, closing, spoken = ENGLISH }: MailContent,
  help: string,
  footer: readonly string[],
  { name, look }: Organisation,
) {
  const buttonStyle = `display: inline-block; padding: 12px 20px; border-radius: 8px; background: ${look.main}; color: ${textOn(look.main)}; font-weight: bold; text-decoration: none`
  const { tag, english } = spoken
  const langOf = (text: string) => (tag !== null && english.has(text) ? raw(' lang="en"') : '')
  const document = await html`<!doctype html>
    <html lang="${tag ?? 'en'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <title>${subject}</title>
      </head>
      <body
        style="margin: 0 auto; max-width: 34rem; padding: 24px 16px; font-family: sans-serif; line-height: 1.5; overflow-wrap: break-word"
      >
        <p style="font-weight: bold">${name}</p>
        ${paragraphs.map((words) => html`<p${langOf(words)}>${words}</p>`)}
        ${button ? html`<p${langOf(button.text)}><a href="${button.address}" style="${buttonStyle}">${button.text}</a></p>` : ''}
        ${links.map(({ text, address }) => html`<p${langOf(text)}><a href="${address}">${text}</a></p>`)}
        ${
          code === undefined
            ? ''
            : html`<p>${frameWords(tag).enterCode}</p>
                <p style="font-size: 28px; font-weight: bold; letter-spacing: 4px">${code}</p>`
        }
        ${closing.map((words) => html`<p${langOf(words)}>${words}</p>`)}
        <p style="font-size: 14px">${[help, ...footer].map((line, at) => (at === 0 ? line : html`<br />${line}`))}</p>
      </body>
    </html>`
  return document.toString()
}
