/** Chooses the mailer: the SMTP server of SMTP_URL, or a folder. */
import type { Core } from '../core.ts'
import type { Env } from '../env/env.ts'
import { NO_RECIPIENT, messageOf, type Mailer, type ShownSender } from './mail.ts'
import { createSmtpMailer } from './smtp.ts'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** @param from the sender, who may change while the process runs */
export function createMailer({ mail, dataDir }: Env, from: () => ShownSender = () => mail.from): Mailer {
  const { smtpUrl } = mail
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
function createFolderMailer(dataDir: string, from: () => ShownSender): Mailer {
  const folder = join(dataDir, 'outbox')
  return {
    async send(mail) {
      // Imported with the first mail, as in smtp.ts.
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({ streamTransport: true, newline: 'windows' })
      const { message } = await transport.sendMail(messageOf(mail, from()))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // The same name at every attempt, and never a partial message.
      const file = join(folder, `${mail.createdAt.toISOString().replaceAll(':', '-')}_${mail.id}.eml`)
      await writeFile(`${file}.part`, message, { mode: 0o600 })
      await rename(`${file}.part`, file)
    },
  }
}

/** The sender of mail: the name that was published, with the address of the settings. */
export function mailSender({ env, organisation }: Pick<Core, 'env' | 'organisation'>): ShownSender {
  const { from } = env.mail
  const address = /<([^<>]+)>$/.exec(from)?.[1] ?? from
  return organisation.version === null ? from : { name: organisation.shown.letters.sender, address }
}
