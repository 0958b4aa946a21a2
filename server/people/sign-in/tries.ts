/**
 * Limits guessing at an account without letting a stranger lock its owner out. Only failures count. A device that signed in to the
 * account before has an allowance that no other device can use up. Other devices are counted by network, and all together; the
 * network that asked for a mailed code has a few tries of its own.
 */
import type { Core } from '../../platform/core.ts'
import { hmacSha256 } from '../../platform/crypto.ts'
import { networksOf } from '../../platform/networks.ts'
import { countRequest, isBelowLimit, isWithinLimit, uncountRequest } from '../../platform/rate-limits.ts'
import type { Auth } from './auth.ts'
import { isKnownDevice } from './devices.ts'
import type { Origin } from './sessions.ts'

const LIMITS = {
  password: { known: 'wrong_passwords_known', network: 'wrong_passwords', anywhere: 'wrong_passwords_anywhere' },
  code: { known: 'wrong_codes_known', network: 'wrong_codes', anywhere: 'wrong_codes_anywhere' },
} as const

/** A guess: its target, and who makes it. */
export interface Guess {
  readonly kind: keyof typeof LIMITS
  /** The address as typed, known or not. */
  readonly email: string
  /** The account that was tried; null if unknown. */
  readonly userId: string | null
  readonly origin: Origin
  /** Names the code, where its mail was asked for from this network. */
  readonly askedCode?: string | null
}

/** One limit that a try counts against: its name, the network, and the subject. */
type Count = readonly [
  (typeof LIMITS)[Guess['kind']]['known' | 'network' | 'anywhere'] | 'wrong_codes_asked' | 'wrong_codes_asked_anywhere',
  string,
  string,
]

/** A try that may be made. */
export interface Try {
  /** Counts it as wrong, if that was not done before. */
  fail(): Promise<void>
  /** Takes it out of the counts, if it was counted before. */
  succeed(): Promise<void>
}

/**
 * Asks for a try that is counted when it fails. Tries made at the same moment are all allowed: only for guesses that cost the
 * server work, such as hashing, which is bounded elsewhere.
 * @returns null past the limits
 */
export async function allowTry(auth: Auth, guess: Guess): Promise<Try | null> {
  for (const counts of await allowances(auth, guess)) {
    const below = await Promise.all(counts.map((count) => isBelowLimit(auth, ...count)))
    if (!below.every(Boolean)) continue
    const fail = async () => {
      for (const count of counts) await isWithinLimit(auth, ...count)
    }
    return { fail, succeed: () => Promise.resolve() }
  }
  return null
}

/**
 * Takes a try that counts from now on, so that guesses made at the same moment gain nothing.
 * @returns null past the limits
 */
export async function takeTry(auth: Auth, guess: Guess): Promise<Try | null> {
  for (const counts of await allowances(auth, guess)) {
    // In order: past the network's limit, a stranger adds nothing to the count of all networks.
    if (!(await areWithinLimits(auth, counts))) continue
    const succeed = async () => {
      for (const count of counts) await uncountRequest(auth, ...count)
    }
    return { fail: () => Promise.resolve(), succeed }
  }
  return null
}

/**
 * Takes a try of a second step from the device's own allowance, which strangers who know the password cannot use up.
 * @returns null on a device that never passed the account's second step, and past its limit
 */
export async function takeSecondStepTry(
  auth: Auth,
  { userId, factorId, origin }: { userId: string; factorId: string; origin: Origin },
): Promise<Try | null> {
  if (!(await isKnownDevice(auth, userId, origin, 'second_step'))) return null
  const count = ['wrong_second_steps_known', '', `${factorId} on ${origin.device}`] as const
  if (!(await isWithinLimit(auth, ...count))) return null
  return { fail: () => Promise.resolve(), succeed: () => uncountRequest(auth, ...count) }
}

/**
 * Makes a try in a session, which has its own allowance: a stolen session cannot be used to guess, nor to shut out its owner.
 * @param matches compares; only false stays counted
 * @throws AppError `rate_limited`
 */
export async function trySignedIn(
  core: Core,
  kind: Guess['kind'],
  sessionId: string,
  matches: () => Promise<boolean>,
): Promise<boolean> {
  const count = [LIMITS[kind].known, '', `session ${sessionId}`] as const
  await countRequest(core, ...count)
  const matched = await matches()
  if (matched) await uncountRequest(core, ...count)
  return matched
}

/** The allowances of this device, best first. Each is used up when one of its limits is. */
async function allowances(auth: Auth, { kind, email, userId, origin, askedCode }: Guess): Promise<Count[][]> {
  const { known, network, anywhere } = LIMITS[kind]
  const others: Count[] = [
    [network, origin.address, email],
    [anywhere, '', email],
  ]
  if (await isKnownDevice(auth, userId, origin)) return [[[known, '', `${email} on ${origin.device}`]], others]
  if (typeof askedCode !== 'string') return [others]
  // Per code: requesting many mails gains nothing beyond the limit of the address.
  const asked: Count[] = [
    ['wrong_codes_asked', '', askedCode],
    ['wrong_codes_asked_anywhere', '', email],
  ]
  return [asked, others]
}

/** How a network is named with the token that it asked for. */
export function hashNetwork({ keys }: Pick<Auth, 'keys'>, { address }: Origin): Buffer {
  return hmacSha256(keys.addresses, `asked from ${networksOf(address)[0]?.network}`)
}

async function areWithinLimits(auth: Auth, counts: readonly Count[]): Promise<boolean> {
  for (const count of counts) if (!(await isWithinLimit(auth, ...count))) return false
  return true
}
