/**
 * Puts mail into DATA_DIR/outbox, a file each, where no SMTP server is set: real messages, that any mail program opens. For
 * trying things out; nobody else gets them.
 */
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf, type Mailer } from './mail.ts'

export function createFolderMailer(dataDir: string, from: string): Mailer {
  const folder = join(dataDir, 'outbox')
  return {
    async send(mail) {
      // As in smtp.ts: only when there is a mail.
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({ streamTransport: true, newline: 'windows' })
      const { message } = await transport.sendMail(messageOf(mail, from))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // The same name at every try, and never half a message under it.
      const file = join(folder, `${mail.createdAt.toISOString().replaceAll(':', '-')}_${mail.id}.eml`)
      await writeFile(`${file}.part`, message, { mode: 0o600 })
      await rename(`${file}.part`, file)
    },
  }
}
