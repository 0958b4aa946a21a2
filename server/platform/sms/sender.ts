/** Chooses the sender of text messages: the provider of SMS_PROVIDER, or a folder. */
import type { Env } from '../env/env.ts'
import { createAfricastalking } from './africastalking.ts'
import type { TextProvider, TextSender } from './sms.ts'
import { createTermii } from './termii.ts'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export function createTextSender(env: Env): TextSender {
  return createTextProvider(env) ?? createFolderSender(env.dataDir)
}

/** @returns null if SMS_PROVIDER is not set */
export function createTextProvider({ accounts: { sms } }: Env): TextProvider | null {
  switch (sms.provider) {
    case 'termii':
      return createTermii(sms)
    case 'africastalking':
      return createAfricastalking(sms)
    case undefined:
      return null
  }
}

/**
 * Writes each text message to a file in DATA_DIR/sms when no provider is configured. For trying things out: nothing is delivered.
 */
function createFolderSender(dataDir: string): TextSender {
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
