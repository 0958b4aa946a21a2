/** The dependencies shared by the auth protocol. */
import { AUTH_PATH } from '../../../contract/people/auth.ts'
import type { AccountPart } from '../../platform/account-part.ts'
import type { Core } from '../../platform/core.ts'
import { createSigningKeys, type SigningKeys } from './signing-keys.ts'

/** The instance, its public address and its signing keys. */
export interface Auth extends Core {
  /** Our base address, as used in tokens and mailed links. It comes from PUBLIC_URL only, never from a request. */
  readonly issuer: string
  readonly signingKeys: SigningKeys
  /** The parts of an account, of every domain. */
  readonly parts: () => readonly AccountPart[]
}

/**
 * Does not query the database: signing keys are loaded or created on first use.
 * @param parts read when they are needed: some of them need what signs in
 */
export function createAuth(core: Core, parts: Auth['parts']): Auth {
  return { ...core, parts, issuer: `${core.env.publicUrl}${AUTH_PATH}`, signingKeys: createSigningKeys(core) }
}
