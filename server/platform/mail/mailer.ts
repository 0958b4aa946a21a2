/** Chooses the mailer: the SMTP server of SMTP_URL, or a folder. */
import type { Env } from '../env/env.ts'
import { NO_RECIPIENT, type Mailer, messageOf } from './mail.ts'
import { createSmtpMailer } from './smtp.ts'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export function createMailer({ mail: { smtpUrl, from }, dataDir }: Env): Mailer {
  const mailer = smtpUrl === undefined ? createFolderMailer(dataDir, from) : createSmtpMailer(smtpUrl, from)
  return {
    ...mailer,
    async send(mail) {
      if (mail.recipient !== NO_RECIPIENT) await mailer.send(mail)
    },
  }
}

/**
 * Writes each mail to a file in DATA_DIR/outbox when no SMTP server is configured. Any mail program can open the files. For trying
 * things out: no mail is delivered.
 */
function createFolderMailer(dataDir: string, from: string): Mailer {
  const folder = join(dataDir, 'outbox')
  return {
    async send(mail) {
      // Imported with the first mail, as in smtp.ts.
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({ streamTransport: true, newline: 'windows' })
      const { message } = await transport.sendMail(messageOf(mail, from))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // The same name at every attempt, and never a partial message.
      const file = join(folder, `${mail.createdAt.toISOString().replaceAll(':', '-')}_${mail.id}.eml`)
      await writeFile(`${file}.part`, message, { mode: 0o600 })
      await rename(`${file}.part`, file)
    },
  }
}
