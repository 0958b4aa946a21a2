/** Asks for the recovery mail. The answer is the same whether or not the address has an account. */
import { loadAuthClient } from '../session/auth-client.ts'
import type { Captcha } from '../session/use-captcha.ts'
import { recoveryToasts as toasts } from '#words/toasts.ts'
import { failAloud } from './fail-aloud.ts'

/** @returns whether the server took it; if not, it has been said why */
export async function askRecovery(email: string, captcha: Captcha): Promise<boolean> {
  const options = await captcha.take()
  if (!options) return false
  try {
    const client = await loadAuthClient()
    const redirectTo = `${window.location.origin}/reset-password`
    const { error } = await client.resetPasswordForEmail(email, { ...options, redirectTo })
    if (error) throw error
    return true
  } catch (problem) {
    failAloud(toasts.failed, problem)
    return false
  }
}
