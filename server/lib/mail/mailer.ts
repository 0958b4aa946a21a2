/** Chooses the mailer: the SMTP server of SMTP_URL, or a folder. */
import type { Env } from '../../env.ts'
import { createFolderMailer } from './folder.ts'
import type { Mailer } from './mail.ts'
import { createSmtpMailer } from './smtp.ts'

export function createMailer({ mail: { smtpUrl, from }, dataDir }: Env): Mailer {
  return smtpUrl === undefined ? createFolderMailer(dataDir, from) : createSmtpMailer(smtpUrl, from)
}
