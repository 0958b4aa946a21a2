/** The demo's contact messages: some wait, one is answered. Made up: they come from no one. */
import { randomUUID } from 'node:crypto'
import type { Administering } from '../audit/audit.ts'
import { sendContactMessage } from '../contact/contact-messages.ts'
import { sendReply } from '../contact/replies.ts'
import { after, hours } from '../lib/clock.ts'
import type { Core } from '../lib/core.ts'

const MESSAGES = [
  {
    firstName: 'Uche',
    lastName: 'Madu',
    email: 'uche.madu@mail.example',
    subject: 'Receipt for my office',
    message: 'I gave ₦10,000 in March. My office needs the receipt again. Where do I find it?',
    daysAgo: 6,
    reply:
      'Dear Uche,\n\nplease open taimako.example/receipts and enter the code of your gift. You can print it there.\n\nHalima',
  },
  {
    firstName: 'Bukola',
    lastName: 'Ojo',
    email: 'bukola.ojo@mail.example',
    subject: 'Helping in Ibadan',
    message: 'Our thrift group would like to carry goods to people in Ibadan. Whom do we talk to?',
    daysAgo: 3,
  },
  {
    firstName: 'Musa',
    lastName: 'Abba',
    email: 'musa.abba@mail.example',
    subject: 'My number has changed',
    message: 'I asked for school fees last week. My phone was stolen, and the number in my request is no longer mine.',
    daysAgo: 1,
  },
] as const

/** @param at moves the clock of `core` */
export async function fillInbox(core: Core, by: Administering, now: Date, at: (moment: Date) => void): Promise<void> {
  for (const { daysAgo, ...rest } of MESSAGES) {
    at(after(now, -hours(24 * daysAgo)))
    const { firstName, lastName, email, subject, message } = rest
    const content = { firstName, lastName, email, subject, message }
    const { id } = await sendContactMessage(core, content, { idempotencyKey: randomUUID(), privacyVersion: null })
    if (!('reply' in rest)) continue
    at(after(now, -hours(24 * daysAgo - 5)))
    await sendReply(core, by, id, { text: rest.reply, expectedReplies: 0 })
  }
}
