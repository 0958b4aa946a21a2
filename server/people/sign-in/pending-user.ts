/** The protocol's `user` of an account that waits for its confirmation, as it is after the first sign-up for an address or a number. */
import { userJson } from './accounts.ts'
import type { Auth } from './auth.ts'

interface Pending {
  readonly id: string
  readonly identityId: string
  readonly provider: 'email' | 'phone'
  readonly email: string | null
  readonly phone: string | null
  readonly claims: Record<string, unknown>
}

/** Made from the request alone: nothing of an earlier sign-up is in it. */
export function pendingUserJson({ clock }: Auth, { id, identityId, provider, email, phone, claims }: Pending): object {
  const now = clock.now()
  return userJson({
    id,
    email,
    phone,
    role: 'beneficiary',
    staff_roles: [],
    user_metadata: claims,
    identities: [
      {
        id: identityId,
        provider,
        provider_id: id,
        identity_data: claims,
        email,
        last_sign_in_at: now,
        created_at: now,
        updated_at: now,
      },
    ],
    factors: [],
    confirmation_sent_at: now,
    created_at: now,
    updated_at: now,
    password_change_required: false,
    email_confirmed_at: null,
    email_proven_at: null,
    has_password: true,
    phone_confirmed_at: null,
    recovery_sent_at: null,
    new_email: null,
    email_change_sent_at: null,
    new_phone: null,
    phone_change_sent_at: null,
    last_sign_in_at: null,
    banned_until: null,
  })
}
