/** A mail, what sends it, and its form as a message (RFC 5322), the same for every sender. */
import type { SendMailOptions } from 'nodemailer'
import { z } from 'zod'
import type { Sender } from '../outbox.ts'

export interface Mail {
  id: string
  recipient: string
  replyTo: string | null
  subject: string
  text: string
  html: string
  createdAt: Date
}

export type Mailer = Sender<Mail>

/** In place of an address: the mail is queued and then dropped, so that it takes the same work as one that is sent. */
export const NO_RECIPIENT = ''

/** How the sender of mail is shown; a string is `Name <address>`, or an address alone. */
export type ShownSender = string | { readonly name: string; readonly address: string }

export function messageOf(mail: Mail, from: ShownSender): SendMailOptions {
  const address = typeof from === 'string' ? from : from.address
  const domain = address.replace(/>$/, '').split('@').at(-1) ?? ''
  return {
    from,
    // As objects: a string would be parsed as a list of addresses.
    to: { name: '', address: mail.recipient },
    ...(mail.replyTo !== null && { replyTo: { name: '', address: mail.replyTo } }),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    date: mail.createdAt,
    // The same at every attempt: most mail programs show a mail that was sent twice only once.
    messageId: `<${mail.id}@${domain}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

const Coded = z.object({
  code: z.string().regex(/^[A-Z][A-Z\d_]{1,39}$/),
  // The SMTP reply code: 421, 550.
  responseCode: z.number().int().optional().catch(undefined),
})

/** A code for the failure. Its message is not used: mail servers write addresses into it. */
export function mailFailure(error: unknown): string {
  const { data } = Coded.safeParse(error)
  if (!data) return 'UNKNOWN'
  return data.responseCode === undefined ? data.code : `${data.code} ${data.responseCode}`
}
