/** A mail, what hands it over, and its form as a message (RFC 5322), which is the same whichever way it goes. */
import type { SendMailOptions } from 'nodemailer'
import { z } from 'zod'

export interface Mail {
  id: string
  recipient: string
  replyTo: string | null
  subject: string
  text: string
  html: string
  createdAt: Date
}

export interface Mailer {
  /** Hands one mail over, or throws. The error may hold addresses and words, so it is never logged as it is. */
  send(mail: Mail): Promise<void>
}

/** @param from the sender: `Name <address>`, or an address alone */
export function messageOf(mail: Mail, from: string): SendMailOptions {
  const domain = from.replace(/>$/, '').split('@').at(-1) ?? ''
  return {
    from,
    // As objects, addresses are taken as they are, not read as a list of several.
    to: { name: '', address: mail.recipient },
    ...(mail.replyTo !== null && { replyTo: { name: '', address: mail.replyTo } }),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    date: mail.createdAt,
    // The same at every try: of a mail that went out twice after all, most mail programs show one.
    messageId: `<${mail.id}@${domain}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

const Coded = z.object({
  code: z.string().regex(/^[A-Z][A-Z\d_]{1,39}$/),
  // SMTP's own number: 421, 550.
  responseCode: z.number().int().optional().catch(undefined),
})

/** What a failure is called. Its message stays unread: mail servers write addresses into it. */
export function mailFailure(error: unknown): string {
  const { data } = Coded.safeParse(error)
  if (!data) return 'UNKNOWN'
  return data.responseCode === undefined ? data.code : `${data.code} ${data.responseCode}`
}
