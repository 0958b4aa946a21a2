/**
 * Writes each text message to a file in DATA_DIR/sms when no provider is configured. For trying things out: nothing is delivered.
 */
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TextSender } from './sms.ts'

export function createFolderSender(dataDir: string): TextSender {
  const folder = join(dataDir, 'sms')
  return {
    async send({ id, to, text, createdAt }) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // The same name at every attempt, and never a partial message.
      const file = join(folder, `${createdAt.toISOString().replaceAll(':', '-')}_${id}.txt`)
      await writeFile(`${file}.part`, `To: +${to}\n\n${text}\n`, { mode: 0o600 })
      await rename(`${file}.part`, file)
      return id
    },
  }
}
