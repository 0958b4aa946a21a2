/** A person's threads in the data export, and when their account is closed. */
import { eq } from 'drizzle-orm'
import type { AccountPart } from '../../platform/account-part.ts'
import { readOwnThreads } from './own-threads.ts'
import { contactMessages } from './schema.ts'

export const messagesPart: AccountPart = {
  name: 'messages',
  async collect(db, userId) {
    const threads = await readOwnThreads(db, userId)
    return threads.map(({ case_number: caseNumber, subject, messages }) => ({
      case_number: caseNumber,
      subject,
      messages: messages.map(({ from, text, created_at: createdAt }) => ({ from, text, created_at: createdAt })),
    }))
  },
  async erase(tx, userId) {
    await tx.delete(contactMessages).where(eq(contactMessages.userId, userId))
  },
}
