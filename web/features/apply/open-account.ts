/**
 * The first step: creates the account, or signs in to an existing one. A known address with the right password signs in and
 * continues (docs/spec-decisions.md); with a wrong one the registration fails.
 */
import type { GoTrueClient } from '@supabase/auth-js'
import { loadAuthClient } from '../../api/session/auth-client.ts'
import { authCode } from '../../api/session/auth-sentence.ts'
import { assuranceOf } from '../../api/session/assurance.ts'
import type { Captcha } from '../../lib/use-captcha.ts'
import type { Draft } from './draft.ts'
import type { Outcome } from './flow.ts'
import { fullName } from './full-name.ts'

/** The protocol replied without an account (section 8 of the spec). */
export class NoUser extends Error {
  constructor() {
    super('no user id')
    this.name = 'NoUser'
  }
}

/** The sign-up said that the address has an account, and its password is another one. */
export class KnownAddress extends Error {
  constructor(options: ErrorOptions) {
    super('the address has an account with another password', options)
    this.name = 'KnownAddress'
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
      emailRedirectTo: `${window.location.origin}/register/aid`,
      data: { full_name: fullName(draft), role: 'beneficiary' },
    },
  })
  if (isKnown(error)) return signInToKnown(client, draft, credentials)
  if (error) throw error
  if (!data.user?.id) throw new NoUser()
  if (!data.session) return confirmOrSignIn(client, draft, credentials)
  return { is: 'account', userId: data.user.id }
}

/** Only the sign-up tells that an account exists. Sign-in never does, and neither does this where the sign-up does not. */
async function signInToKnown(client: GoTrueClient, draft: Draft, credentials: Credentials): Promise<Outcome | null> {
  try {
    return await signIn(client, draft, credentials)
  } catch (problem) {
    if (authCode(problem) === 'invalid_credentials') throw new KnownAddress({ cause: problem })
    throw problem
  }
}

function isKnown(error: unknown): boolean {
  const code = authCode(error)
  return code === 'user_already_exists' || code === 'email_exists'
}

/**
 * Tries to sign in, because a known address gets the same answer as a new one where addresses are confirmed. Its owner's password
 * signs in; with any other, the mail says how to continue. The account's id is not known yet: the answer's is random for a known address.
 */
async function confirmOrSignIn(client: GoTrueClient, draft: Draft, credentials: Credentials): Promise<Outcome | null> {
  const waiting = { is: 'waiting', for: 'confirm', userId: draft.progress.userId } as const
  // A captcha would have to be solved again.
  if (credentials.captcha.isAsked) return waiting
  try {
    return await signIn(client, draft, credentials)
  } catch (problem) {
    if (authCode(problem) === 'invalid_credentials') return waiting
    throw problem
  }
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
