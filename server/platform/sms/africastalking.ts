/** Sends text messages through Africa's Talking (developers.africastalking.com, SMS, sending). */
import { z } from 'zod'
import { callSmsApi } from './sms-api.ts'
import { SmsFailure, STOPPED, type TextProvider } from './sms.ts'

const AFRICASTALKING_URL = 'https://api.africastalking.com'

const Answer = z.object({
  SMSMessageData: z.object({
    Recipients: z.array(
      z.object({ statusCode: z.coerce.number(), messageId: z.string().min(1).max(100).nullable().catch(null) }),
    ),
  }),
})
/** A currency and an amount: `NGN 1785.50`. */
const Credit = z.object({
  UserData: z.object({ balance: z.string().transform((text) => Number(text.replace(/^[A-Z]{3}\s*/, ''))) }),
})
/** Processed, sent, queued. */
const ACCEPTED = new Set([100, 101, 102])
/** The number's owner wants no texts from us, or from anyone. */
const OPTED_OUT = 406

interface Settings {
  apiKey: string
  username: string
  sender: string
  baseUrl: string | undefined
  timeoutMilliseconds?: number
}

export function createAfricastalking(settings: Settings): TextProvider {
  const { apiKey, username, sender, baseUrl = AFRICASTALKING_URL, timeoutMilliseconds } = settings
  return {
    async send({ to, text }) {
      const answer = await callSmsApi(`${baseUrl}/version1/messaging`, {
        headers: { apiKey, accept: 'application/json' },
        body: new URLSearchParams({ username, from: sender, to: `+${to}`, message: text }),
        timeoutMilliseconds,
      })
      const { data } = Answer.safeParse(answer)
      // An empty list: refused altogether, for example because the sender is not registered.
      const recipient = data?.SMSMessageData.Recipients[0]
      const status = recipient?.statusCode
      if (recipient === undefined || status === undefined) throw new SmsFailure('NOT ACCEPTED', false)
      if (status === OPTED_OUT) throw new SmsFailure(STOPPED, false)
      // From 500 on, the fault is theirs.
      if (!ACCEPTED.has(status)) throw new SmsFailure(`STATUS ${status}`, status >= 500)
      return recipient.messageId === 'None' ? null : recipient.messageId
    },
    async credit() {
      const answer = await callSmsApi(`${baseUrl}/version1/user?${new URLSearchParams({ username })}`, {
        headers: { apiKey, accept: 'application/json' },
        timeoutMilliseconds,
      })
      const { data } = Credit.safeParse(answer)
      if (!data || Number.isNaN(data.UserData.balance)) throw new SmsFailure('UNREADABLE', false)
      return data.UserData.balance
    },
  }
}
