/**
 * The one form of every mail about an account: plain text, and the same words as simple HTML with one button. No images and
 * nothing that tells us whether it was opened. It uses no name that its reader gave: whoever registers a stranger's address
 * would choose words that we then send to that stranger.
 */
import { html } from 'hono/html'
import type { Letter } from './outbox.ts'
import type { Core } from '../core.ts'

/** What one of our mails says, in the order in which it is read. */
export interface MailContent {
  /** Says what the mail is. Never the code: subjects show on locked screens. */
  readonly subject: string
  /** What happened, and what it means. */
  readonly paragraphs: readonly string[]
  readonly button?: { readonly text: string; readonly address: string }
  /** Six digits, for a device that cannot open the link. */
  readonly code?: string
  /** How long it holds, and what to do if it was not them. */
  readonly closing: readonly string[]
}

/** @returns the mail, for `enqueueMail` in the transaction of what it tells of */
export async function composeMail({ env }: Pick<Core, 'env'>, recipient: string, words: MailContent): Promise<Letter> {
  const footer = `Taimako, ${env.publicUrl}`
  const help = `Questions? Write to ${env.support.email}.`
  return {
    recipient,
    replyTo: env.support.email,
    subject: words.subject,
    text: plainText(words, [help, footer]),
    html: await page(words, help, footer),
  }
}

const CODE_INTRODUCTION = 'Or type this code on the page where you asked for this mail:'

function plainText({ paragraphs, button, code, closing }: MailContent, ends: readonly string[]): string {
  const parts = [
    ...paragraphs,
    // On a line of its own, so that every mail program finds where it ends.
    ...(button ? [`${button.text}:\n${button.address}`] : []),
    ...(code === undefined ? [] : [`${CODE_INTRODUCTION}\n${code}`]),
    ...closing,
    ends.join('\n'),
  ]
  return `${parts.join('\n\n')}\n`
}

/** Colours only where there is a background of our own: dark mail programs choose the others. */
async function page({ subject, paragraphs, button, code, closing }: MailContent, help: string, footer: string) {
  const buttonStyle =
    'display: inline-block; padding: 12px 20px; border-radius: 8px; background: #0d4f37; color: #ffffff; font-weight: bold; text-decoration: none'
  const document = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <title>${subject}</title>
      </head>
      <body style="margin: 0 auto; max-width: 34rem; padding: 24px 16px; font-family: sans-serif; line-height: 1.5">
        <p style="font-weight: bold">Taimako</p>
        ${paragraphs.map((words) => html`<p>${words}</p>`)}
        ${button ? html`<p><a href="${button.address}" style="${buttonStyle}">${button.text}</a></p>` : ''}
        ${
          code === undefined
            ? ''
            : html`<p>${CODE_INTRODUCTION}</p>
                <p style="font-size: 28px; font-weight: bold; letter-spacing: 4px">${code}</p>`
        }
        ${closing.map((words) => html`<p>${words}</p>`)}
        <p style="font-size: 14px">${help}<br />${footer}</p>
      </body>
    </html>`
  return document.toString()
}
