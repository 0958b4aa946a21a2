/** Hands text messages to Africa's Talking (developers.africastalking.com, SMS, sending). */
import { z } from 'zod'
import { askProvider } from './ask-provider.ts'
import { SmsFailure, type TextSender } from './sms.ts'

const AFRICASTALKING_URL = 'https://api.africastalking.com'

const Answer = z.object({
  SMSMessageData: z.object({ Recipients: z.array(z.object({ statusCode: z.coerce.number() })) }),
})
/** Processed, sent, queued. */
const ACCEPTED = new Set([100, 101, 102])

interface Settings {
  apiKey: string
  username: string
  sender: string
  baseUrl: string | undefined
  timeoutMilliseconds?: number
}

export function createAfricastalking(settings: Settings): TextSender {
  const { apiKey, username, sender, baseUrl = AFRICASTALKING_URL, timeoutMilliseconds } = settings
  return {
    async send({ to, text }) {
      const answer = await askProvider(`${baseUrl}/version1/messaging`, {
        headers: { apiKey, accept: 'application/json' },
        body: new URLSearchParams({ username, from: sender, to: `+${to}`, message: text }),
        timeoutMilliseconds,
      })
      const { data } = Answer.safeParse(answer)
      // Nobody in the list: refused for all, such as for a sender that is not registered.
      const status = data?.SMSMessageData.Recipients[0]?.statusCode
      if (status === undefined) throw new SmsFailure('NOT ACCEPTED', false)
      // From 500 on it is their trouble, not the number's or ours.
      if (!ACCEPTED.has(status)) throw new SmsFailure(`STATUS ${status}`, status >= 500)
    },
  }
}
