/** The codes with which an account claims a profile that staff entered: digits by text message, of which only keyed hashes are stored. */
import { randomInt } from 'node:crypto'
import { and, desc, eq, gt, isNotNull, lt, sql } from 'drizzle-orm'
import { CLAIM_CODE_DIGITS, CLAIM_HOURS, CLAIM_TRIES_MAX } from '../../../contract/platform/admin-fields.ts'
import { pathIn } from '../../../contract/platform/languages.ts'
import { caseNumber } from '../requests/case-number.ts'
import { readPhoneNumber } from '../../people/sign-in/phone-number.ts'
import { after, hours, minutes } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { hmacSha256, sameBytes } from '../../platform/crypto.ts'
import type { Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { enqueueText } from '../../platform/sms/outbox.ts'
import { chosenLanguage } from '../../record/profiles/chosen-language.ts'
import { claimCodes } from './schema.ts'

const VALID_FOR = hours(CLAIM_HOURS)
const INTERVAL = minutes(1)
/** Text messages cost money, and the telephone may be a stranger's. */
const CODES_PER_DAY_MAX = { staff: 5, person: 1 } as const

export const refused = (detail: string) => new AppError('claim_refused', { detail })

/** @throws AppError `claim_refused` where no text messages can be sent */
export function requireTexts({ env }: Core): void {
  if (!env.accounts.phoneFactor)
    throw refused('No text messages are sent here, so a profile cannot be claimed. SMS_PROVIDER sets them up.')
}

interface Recipient {
  readonly profileId: string
  readonly phone: string
  /** The number of the request that the text message names. */
  readonly number: bigint
  /** The member of staff who sends it, or the account that asks for it. */
  readonly by: { readonly sentBy: string } | { readonly askedBy: string }
}

/**
 * Texts a new code, which replaces earlier ones from the same side: what strangers ask for leaves the code of staff alone. The profile must
 * be locked. Phones are shared, so the text says a code and an address and nothing else.
 * @throws AppError `claim_refused`: no telephone number, or too many codes
 */
export async function sendCode(core: Core, tx: Tx, { profileId, phone, number, by }: Recipient) {
  const { env, keys, clock } = core
  const now = clock.now()
  const to = readPhoneNumber(phone)
  if (to === null) throw refused('This person has no telephone number that can receive text messages.')
  const isStaff = 'sentBy' in by
  const sameSide = isStaff ? isNotNull(claimCodes.sentBy) : isNotNull(claimCodes.askedBy)
  const isToday = and(eq(claimCodes.profileId, profileId), sameSide, gt(claimCodes.createdAt, after(now, -hours(24))))
  const sent = await tx.select().from(claimCodes).where(isToday).orderBy(desc(claimCodes.createdAt))
  if (sent[0] && after(sent[0].createdAt, INTERVAL) > now)
    throw refused('A code was sent less than a minute ago. Wait for it to arrive.')
  if (sent.length >= CODES_PER_DAY_MAX[isStaff ? 'staff' : 'person'])
    throw refused('Five codes were sent within a day. Try again tomorrow.')
  const [id, code] = [newId(), String(randomInt(10 ** CLAIM_CODE_DIGITS)).padStart(CLAIM_CODE_DIGITS, '0')]
  await tx.delete(claimCodes).where(lt(claimCodes.createdAt, after(now, -2 * VALID_FOR)))
  const codeHash = hashCode(keys, id, code)
  await tx.insert(claimCodes).values({ id, profileId, codeHash, ...by, createdAt: now })
  const expiresAt = after(now, VALID_FOR)
  const language = isStaff ? null : await chosenLanguage(core, tx, by.askedBy, () => null)
  const text = `${code} ${env.publicUrl}${pathIn(language, `/claim?case=${caseNumber(number)}`)}`
  await enqueueText(core, tx, { to, text, expiresAt })
  return { phone_ending: to.slice(-4), expires_at: expiresAt }
}

/**
 * Compares a typed code with the latest one that staff sent and the latest one that this account asked for. The profile must be locked. A
 * wrong one counts against the account's own code alone: the code of staff cannot be used up by strangers.
 * @param profileId null: the same work for a request that cannot be claimed
 * @returns the code; null if it is wrong, expired, used up or was never sent
 */
export async function matchCode(
  { keys, clock }: Core,
  tx: Tx,
  { profileId, userId }: { readonly profileId: string | null; readonly userId: string },
  typed: string,
) {
  const all = await tx
    .select()
    .from(claimCodes)
    .where(profileId === null ? sql`false` : eq(claimCodes.profileId, profileId))
    .orderBy(desc(claimCodes.createdAt), desc(claimCodes.id))
  const ofStaff = all.find(({ sentBy }) => sentBy !== null)
  const own = all.find(({ askedBy }) => askedBy === userId)
  const digits = typed.replaceAll(/\D/g, '')
  const now = clock.now()
  const matches = [ofStaff, own].map((code) => {
    const isSame = sameBytes(hashCode(keys, code?.id ?? '', digits), code?.codeHash ?? Buffer.alloc(32))
    return code && isSame && code.tries < CLAIM_TRIES_MAX && after(code.createdAt, VALID_FOR) > now ? code : null
  })
  const match = matches.find((code) => code !== null) ?? null
  if (!match && own)
    await tx
      .update(claimCodes)
      .set({ tries: own.tries + 1 })
      .where(eq(claimCodes.id, own.id))
  return match
}

/** No code of the profile is accepted any more. */
export async function deleteCodes(tx: Tx, profileId: string): Promise<void> {
  await tx.delete(claimCodes).where(eq(claimCodes.profileId, profileId))
}

function hashCode(keys: Core['keys'], id: string, code: string): Buffer {
  return hmacSha256(keys.oneTimeCodes, `claim ${id} ${code}`)
}
