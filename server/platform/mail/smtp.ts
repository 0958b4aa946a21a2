/** Sends mail through the SMTP server of SMTP_URL. A burst of mail shares a pool of connections. */
import { seconds } from '../clock.ts'
import { messageOf, type Mailer, type ShownSender } from './mail.ts'

/** As many as mail servers commonly allow one client. */
export const SMTP_CONNECTIONS = 10
/** Below the 25 seconds that a stopping process waits for work under way. */
const SEND_MILLISECONDS_MAX = seconds(20)

/** nodemailer is large, and many servers run for long before their first mail: it is imported with that. */
const TIMEOUTS = { connectionTimeout: seconds(10), greetingTimeout: seconds(10), socketTimeout: seconds(15) }

export function createSmtpMailer(url: string, from: () => ShownSender): Mailer {
  let pool: ReturnType<typeof openPool> | undefined
  let sending = 0
  return {
    async send(mail) {
      pool ??= openPool(url)
      sending += 1
      try {
        const transport = await pool
        await transport.sendMail({ ...messageOf(mail, from()), signal: AbortSignal.timeout(SEND_MILLISECONDS_MAX) })
      } finally {
        sending -= 1
      }
    },
    release() {
      if (sending > 0) return
      // Mail servers close idle connections: the next mail opens new ones.
      void pool?.then((transport) => transport.close())
      pool = undefined
    },
  }
}

async function openPool(url: string) {
  const { createTransport } = await import('nodemailer')
  // No requeues: after a lost connection only the outbox decides about another attempt.
  return createTransport({ url, pool: true, maxConnections: SMTP_CONNECTIONS, maxRequeues: 0, ...TIMEOUTS })
}

/**
 * Connects and signs in without sending anything.
 * @throws the error that sending would: read it with {@link mailFailure}
 */
export async function greetSmtp(url: string): Promise<void> {
  const { createTransport } = await import('nodemailer')
  await createTransport({ url, ...TIMEOUTS }).verify()
}
