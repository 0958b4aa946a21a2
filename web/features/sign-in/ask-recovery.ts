/** Requests the recovery mail. The reply is the same whether or not the address has an account. */
import { loadAuthClient } from '../../api/session/auth-client.ts'
import { addressOf } from '../../lib/language.ts'
import type { Captcha } from '../../lib/use-captcha.ts'
import { recoveryToasts as toasts } from '#words/people/toasts.ts'
import { failWithToast } from '../../lib/fail-with-toast.ts'

/** @returns whether the server accepted it; if not, a toast has said why */
export async function askRecovery(email: string, captcha: Captcha): Promise<boolean> {
  const options = await captcha.take()
  if (!options) return false
  try {
    const client = await loadAuthClient()
    const redirectTo = window.location.origin + addressOf('/reset-password')
    const { error } = await client.resetPasswordForEmail(email, { ...options, redirectTo })
    if (error) throw error
    return true
  } catch (problem) {
    failWithToast(toasts.failed, problem)
    return false
  }
}
