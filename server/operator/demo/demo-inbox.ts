/** The demo's inbox: messages that wait, one that is answered, one about a request, and a conversation with an applicant. Made up. */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { caseNumber } from '../../aid/requests/case-number.ts'
import type { Administering } from '../../record/audit/audit.ts'
import { sendContactMessage } from '../../office/messages/contact-messages.ts'
import { answerOnPage } from '../../office/messages/own-threads.ts'
import { sendReply } from '../../office/messages/replies.ts'
import { linkMessage, writeToApplicant } from '../../office/messages/threads.ts'
import { after, hours } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { onlyRow } from '../../platform/db/db.ts'
import { demoEmail } from './demo-people.ts'

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
    firstName: 'Samuel',
    lastName: 'Okorie',
    email: demoEmail('Samuel Okorie'),
    subject: 'My number has changed',
    message: 'I asked for school fees last week. My phone was stolen, and the number in my request is no longer mine.',
    daysAgo: 1,
    isAboutRequest: true,
  },
] as const

/** Asked and answered while the request is under review. */
const CONVERSATION = {
  applicant: demoEmail('Ngozi Eze'),
  question: 'Dear Ngozi,\n\nwhich of your three children has her exam this term? We want to pay that school first.',
  answer: 'It is Adaeze, the eldest. Her exam fee is due on Friday. Thank you.',
}

const Case = z.object({ id: z.string(), number: z.coerce.bigint(), user_id: z.string() })

/** @param at moves the clock of `core` */
export async function fillInbox(core: Core, by: Administering, now: Date, at: (moment: Date) => void): Promise<void> {
  for (const { daysAgo, ...rest } of MESSAGES) {
    at(after(now, -hours(24 * daysAgo)))
    const { firstName, lastName, email, subject, message } = rest
    const content = { firstName, lastName, email, subject, message }
    const { id } = await sendContactMessage(core, content, { idempotencyKey: randomUUID(), privacyVersion: null })
    if ('isAboutRequest' in rest) {
      const { number } = await caseOf(core, email)
      await linkMessage(core, by, id, caseNumber(number))
    }
    if (!('reply' in rest)) continue
    at(after(now, -hours(24 * daysAgo - 5)))
    await sendReply(core, by, id, { text: rest.reply, channel: 'mail', expectedReplies: 0 })
  }
  await converse(core, by, now, at)
}

async function converse(core: Core, by: Administering, now: Date, at: (moment: Date) => void): Promise<void> {
  const { applicant, question, answer } = CONVERSATION
  const { id, user_id: userId } = await caseOf(core, applicant)
  at(after(now, -hours(7)))
  const { thread_id: thread } = await writeToApplicant(core, by, id, { text: question, channel: 'both' })
  at(after(now, -hours(2)))
  await answerOnPage(core, userId, thread, { text: answer, idempotencyKey: randomUUID() })
}

function caseOf({ db }: Core, email: string) {
  return onlyRow(
    db,
    sql`select aid_applications.id::text, number::text, user_id::text
          from aid_applications join users on users.id = user_id where email = ${email}`,
    Case,
  )
}
