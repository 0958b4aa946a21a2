/** What every part of the auth protocol is handed. */
import { AUTH_PATH } from '../../contract/auth.ts'
import type { Core } from '../lib/core.ts'
import { createSigningKeys, type SigningKeys } from './signing-keys.ts'

/** What the rules of accounts work with: the instance, its address and its signing keys. */
export interface Auth extends Core {
  /** Our own base address, as it stands in tokens and mailed links. Comes from PUBLIC_URL only, never from a request. */
  readonly issuer: string
  readonly signingKeys: SigningKeys
}

/** Asks the database nothing yet: keys are loaded, or made, when somebody needs one. */
export function createAuth(core: Core): Auth {
  return { ...core, issuer: `${core.env.publicUrl}${AUTH_PATH}`, signingKeys: createSigningKeys(core) }
}
