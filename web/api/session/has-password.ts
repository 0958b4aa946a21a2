/** Whether an account has a password. One with a telephone number says so itself; the others have one with their address. */
import type { User } from '@supabase/auth-js'

export function hasPassword({ app_metadata: facts, identities }: Pick<User, 'app_metadata' | 'identities'>): boolean {
  if (typeof facts['has_password'] === 'boolean') return facts['has_password']
  return identities?.some(({ provider }) => provider === 'email') ?? true
}
