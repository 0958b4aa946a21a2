/** Chooses what hands text messages over: the provider of SMS_PROVIDER, or a folder where there is none. */
import type { Env } from '../../env.ts'
import { createAfricastalking } from './africastalking.ts'
import { createFolderSender } from './folder.ts'
import type { TextProvider, TextSender } from './sms.ts'
import { createTermii } from './termii.ts'

export function createTextSender(env: Env): TextSender {
  return createTextProvider(env) ?? createFolderSender(env.dataDir)
}

/** @returns null where SMS_PROVIDER names none */
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
