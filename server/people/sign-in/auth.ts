/** The dependencies shared by the auth protocol. */
import { AUTH_PATH } from '../../../contract/people/auth.ts'
import type { Core } from '../../platform/core.ts'
import { createSigningKeys, type SigningKeys } from './signing-keys.ts'

/** The instance, its public address and its signing keys. */
export interface Auth extends Core {
  /** Our base address, as used in tokens and mailed links. It comes from PUBLIC_URL only, never from a request. */
  readonly issuer: string
  readonly signingKeys: SigningKeys
}

/** Does not query the database: signing keys are loaded or created on first use. */
export function createAuth(core: Core): Auth {
  return { ...core, issuer: `${core.env.publicUrl}${AUTH_PATH}`, signingKeys: createSigningKeys(core) }
}
