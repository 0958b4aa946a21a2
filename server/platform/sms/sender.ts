/** Chooses the sender of text messages: the provider of SMS_PROVIDER, or a folder. */
import type { Env } from '../env/env.ts'
import { createAfricastalking } from './africastalking.ts'
import { createFolderSender } from './folder.ts'
import type { TextProvider, TextSender } from './sms.ts'
import { createTermii } from './termii.ts'

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
