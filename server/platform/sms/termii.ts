/** Sends text messages through Termii (developers.termii.com, Messaging API). */
import { z } from 'zod'
import { callSmsApi } from './sms-api.ts'
import { SmsFailure, type TextProvider } from './sms.ts'

/** The default for SMS_BASE_URL. Each account's dashboard shows its address. */
const TERMII_URL = 'https://v3.api.termii.com'

const Credit = z.object({ balance: z.coerce.number() })
/** A number of JSON is too small for their ids: from one, the id that reports have cannot be read. */
const Id = z.union([
  z.string().trim().min(1).max(100),
  z.number().transform((id) => (Number.isSafeInteger(id) ? String(id) : null)),
])
const Accepted = z
  .object({ message_id: Id, message_id_str: z.string().trim().min(1).max(100).optional().catch(undefined) })
  .transform(({ message_id: id, message_id_str: text }) => text ?? id)

interface Settings {
  apiKey: string
  sender: string
  baseUrl: string | undefined
  timeoutMilliseconds?: number
}

export function createTermii(settings: Settings): TextProvider {
  const { apiKey, sender, baseUrl = TERMII_URL, timeoutMilliseconds } = settings
  return {
    async send({ to, text }) {
      const answer = await callSmsApi(`${baseUrl}/api/sms/send`, {
        headers: { 'content-type': 'application/json' },
        // Their route for codes: it also reaches telephones that refuse advertising, and at night.
        body: JSON.stringify({ api_key: apiKey, from: sender, to, sms: text, type: 'plain', channel: 'dnd' }),
        timeoutMilliseconds,
      })
      const accepted = Accepted.safeParse(answer)
      if (!accepted.success) throw new SmsFailure('NOT ACCEPTED', false)
      return accepted.data
    },
    async credit() {
      const query = new URLSearchParams({ api_key: apiKey })
      const { data } = Credit.safeParse(
        await callSmsApi(`${baseUrl}/api/get-balance?${query}`, { timeoutMilliseconds }),
      )
      if (!data) throw new SmsFailure('UNREADABLE', false)
      return data.balance
    },
  }
}
