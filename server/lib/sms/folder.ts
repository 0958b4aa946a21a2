/**
 * Puts text messages into DATA_DIR/sms, a file each, where no provider is set. For trying things out; no telephone gets them.
 */
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TextSender } from './sms.ts'

export function createFolderSender(dataDir: string): TextSender {
  const folder = join(dataDir, 'sms')
  return {
    async send({ id, to, text, createdAt }) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // The same name at every try, and never half a message under it.
      const file = join(folder, `${createdAt.toISOString().replaceAll(':', '-')}_${id}.txt`)
      await writeFile(`${file}.part`, `To: +${to}\n\n${text}\n`, { mode: 0o600 })
      await rename(`${file}.part`, file)
    },
  }
}
