/**
 * The first step: creates the account, or signs in to an existing one. A known address with the right password signs in and
 * continues (docs/spec-decisions.md); with a wrong one the registration fails.
 */
import type { GoTrueClient, User } from '@supabase/auth-js'
import { loadAuthClient } from '../../api/session/auth-client.ts'
import { authCode } from '../../api/session/auth-sentence.ts'
import { assuranceOf } from '../../api/session/assurance.ts'
import type { Captcha } from '../../lib/use-captcha.ts'
import type { Draft } from './draft.ts'
import type { Outcome } from './flow.ts'

/** The protocol replied without an account (section 8 of the spec). */
export class NoUser extends Error {
  constructor() {
    super('no user id')
    this.name = 'NoUser'
  }
}

export interface Credentials {
  readonly password: string
  readonly captcha: Captcha
}

/** @param credentials null where the form has none, because the user is signed in. @returns null while the captcha is unsolved */
export async function openAccount(draft: Draft, credentials: Credentials | null): Promise<Outcome | null> {
  const client = await loadAuthClient()
  const { data } = await client.getSession()
  if (data.session && data.session.user.email?.toLowerCase() === draft.email.toLowerCase()) {
    const { current, next } = assuranceOf(data.session)
    if (current !== next) return { is: 'waiting', for: 'second_step', userId: data.session.user.id }
    return { is: 'account', userId: data.session.user.id }
  }
  if (!credentials) throw new NoUser()
  // An account that this draft created before.
  if (draft.progress.userId !== null) return signIn(client, draft, credentials)
  return signUp(client, draft, credentials)
}

async function signUp(client: GoTrueClient, draft: Draft, credentials: Credentials): Promise<Outcome | null> {
  const answer = await credentials.captcha.take()
  if (!answer) return null
  const { data, error } = await client.signUp({
    email: draft.email,
    password: credentials.password,
    options: {
      ...answer,
      // The mailed link returns to the draft.
      emailRedirectTo: `${window.location.origin}/register`,
      data: { full_name: fullName(draft), role: 'beneficiary' },
    },
  })
  if (isKnown(error, data.user)) return signIn(client, draft, credentials)
  if (error) throw error
  if (!data.user?.id) throw new NoUser()
  if (!data.session) return { is: 'waiting', for: 'confirm', userId: data.user.id }
  return { is: 'account', userId: data.user.id }
}

/** Where addresses are confirmed, a known one is answered with a user without any identity. */
function isKnown(error: unknown, user: User | null): boolean {
  const code = authCode(error)
  return code === 'user_already_exists' || code === 'email_exists' || (!error && user?.identities?.length === 0)
}

async function signIn(client: GoTrueClient, draft: Draft, credentials: Credentials): Promise<Outcome | null> {
  const answer = await credentials.captcha.take()
  if (!answer) return null
  const { email, progress } = draft
  const { data, error } = await client.signInWithPassword({ email, password: credentials.password, options: answer })
  if (authCode(error) === 'email_not_confirmed') return { is: 'waiting', for: 'confirm', userId: progress.userId }
  if (error) throw error
  const { id: userId } = data.user
  const hasFactor = data.user.factors?.some(({ status }) => status === 'verified') ?? false
  return hasFactor ? { is: 'waiting', for: 'second_step', userId } : { is: 'account', userId }
}

/** First and last name joined: section 3 of the spec. */
export function fullName({ texts }: Draft): string {
  return `${texts.first_name?.trim() ?? ''} ${texts.last_name?.trim() ?? ''}`.trim()
}
