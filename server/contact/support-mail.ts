/** The mail that brings a contact message to the people who answer it. Answering it answers the writer. */
import { html } from 'hono/html'
import type { Env } from '../env.ts'
import type { Letter } from '../lib/mail/outbox.ts'
import type { ContactContent } from './schema.ts'

export async function composeSupportMail({ support, publicUrl }: Env, words: ContactContent): Promise<Letter> {
  const { firstName, lastName, email, subject, message } = words
  const writer = `${firstName} ${lastName} <${email}>`
  const origin = `Written on ${publicUrl}/contact. An answer to this e-mail goes to the writer.`
  // Every value is escaped: what a person wrote is text, also when it looks like HTML.
  const page = await html`<!doctype html>
    <html lang="en">
      <body style="font-family: sans-serif; line-height: 1.5">
        <p><strong>From:</strong> ${writer}<br /><strong>Subject:</strong> ${subject}</p>
        <p style="white-space: pre-wrap">${message}</p>
        <p style="color: #555">${origin}</p>
      </body>
    </html>`
  return {
    recipient: support.email,
    replyTo: email,
    subject: `Contact: ${subject}`,
    text: `From: ${writer}\nSubject: ${subject}\n\n${message}\n\n${origin}\n`,
    html: page.toString(),
  }
}
