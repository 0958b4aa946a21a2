/** Chooses the mailer: the SMTP server of SMTP_URL, or a folder. */
import type { Env } from '../env/env.ts'
import { createFolderMailer } from './folder.ts'
import { NO_RECIPIENT, type Mailer } from './mail.ts'
import { createSmtpMailer } from './smtp.ts'

export function createMailer({ mail: { smtpUrl, from }, dataDir }: Env): Mailer {
  const mailer = smtpUrl === undefined ? createFolderMailer(dataDir, from) : createSmtpMailer(smtpUrl, from)
  return {
    ...mailer,
    async send(mail) {
      if (mail.recipient !== NO_RECIPIENT) await mailer.send(mail)
    },
  }
}
