/** The mail that brings a contact message to the support team. A reply to it goes to the sender. */
import { html } from 'hono/html'
import type { Env } from '../../platform/env/env.ts'
import type { MailText } from '../../platform/mail/outbox.ts'
import type { ContactContent } from './schema.ts'

export async function composeSupportMail({ support, publicUrl }: Env, content: ContactContent): Promise<MailText> {
  const { firstName, lastName, email, subject, message } = content
  const sender = `${firstName} ${lastName} <${email}>`
  const origin = `Sent from ${publicUrl}/contact. If you reply to this email, your reply goes to the sender.`
  // `html` escapes every value, so a message that looks like HTML stays text.
  const page = await html`<!doctype html>
    <html lang="en">
      <body style="font-family: sans-serif; line-height: 1.5">
        <p><strong>From:</strong> ${sender}<br /><strong>Subject:</strong> ${subject}</p>
        <p style="white-space: pre-wrap">${message}</p>
        <p style="color: #555">${origin}</p>
      </body>
    </html>`
  return {
    recipient: support.email,
    replyTo: email,
    subject: `Contact: ${subject}`,
    text: `From: ${sender}\nSubject: ${subject}\n\n${message}\n\n${origin}\n`,
    html: page.toString(),
  }
}
