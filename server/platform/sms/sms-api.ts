/** One HTTP request to a provider of text messages. */
import { seconds } from '../clock.ts'
import { SmsFailure } from './sms.ts'

/** Below the 25 seconds that a stopping process waits for work under way. */
const ANSWER_MILLISECONDS_MAX = seconds(10)

export interface SmsApiRequest {
  headers?: Record<string, string>
  /** Without a body it is a GET. */
  body?: string | URLSearchParams
  timeoutMilliseconds: number | undefined
}

/**
 * @returns the answer's JSON
 * @throws SmsFailure. An unreadable success is not retried, because the message was sent.
 */
export async function callSmsApi(
  url: string,
  { headers, body, timeoutMilliseconds = ANSWER_MILLISECONDS_MAX }: SmsApiRequest,
): Promise<unknown> {
  let response: Response
  let text: string
  try {
    response = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      ...(headers && { headers }),
      ...(body !== undefined && { body }),
      // A key is not sent after a redirect.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMilliseconds),
    })
    text = await response.text()
  } catch (error) {
    const late = error instanceof Error && error.name === 'TimeoutError'
    throw new SmsFailure(late ? 'TIMEOUT' : 'UNREACHABLE', true)
  }
  if (!response.ok) throw new SmsFailure(`HTTP ${response.status}`, response.status >= 500 || response.status === 429)
  try {
    return JSON.parse(text)
  } catch {
    throw new SmsFailure('UNREADABLE', false)
  }
}
