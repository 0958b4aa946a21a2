/** Hands mail to the SMTP server of SMTP_URL, one connection for each. */
import { seconds } from '../clock.ts'
import { messageOf, type Mailer } from './mail.ts'

/** Below the 25 seconds that a stopping process waits for what is under way. */
const SEND_MILLISECONDS_MAX = seconds(20)

export function createSmtpMailer(url: string, from: string): Mailer {
  return {
    async send(mail) {
      const transport = await createSmtpTransport(url)
      await transport.sendMail({ ...messageOf(mail, from), signal: AbortSignal.timeout(SEND_MILLISECONDS_MAX) })
    },
  }
}

/**
 * Greets the server and signs in, and sends nothing.
 * @throws what a try to send would: read it with {@link mailFailure}
 */
export async function greetSmtp(url: string): Promise<void> {
  const transport = await createSmtpTransport(url)
  await transport.verify()
}

async function createSmtpTransport(url: string) {
  // It is large, and many servers are idle for long before the first mail.
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    connectionTimeout: seconds(10),
    greetingTimeout: seconds(10),
    socketTimeout: seconds(15),
  })
}
