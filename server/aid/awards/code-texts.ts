/** The code of a slip by text message. Phones are shared, so it says a code and an address and nothing else. */
import { eq, sql } from 'drizzle-orm'
import { CALL_NUMBER } from '../../people/sign-in/people.ts'
import { readPhoneNumber } from '../../people/sign-in/phone-number.ts'
import { after, hours } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import type { Tx } from '../../platform/db/db.ts'
import { enqueueText } from '../../platform/sms/outbox.ts'
import { placeInText } from '../../platform/sms/place.ts'
import { isNumberOfHelper } from '../requests/helpers.ts'
import { recordLetter } from '../requests/letters.ts'
import { languageOf, newsWords } from '../requests/spoken-language.ts'
import { pathIn } from '../../../contract/platform/languages.ts'
import type { Application } from '../requests/schema.ts'
import { users } from '../../people/sign-in/schema.ts'
import { profiles } from '../../record/profiles/schema.ts'
import { codeOf } from './slips.ts'

/** A code that arrives later than this is confusing: the page has it as well. */
const TEXT_VALID = hours(24)

/**
 * Texts the code of a released disbursement, if the recipient has a telephone number of their own and text messages can be sent. Whoever asked
 * for them could confirm with it, and so could a new owner of the number (decision 0092).
 */
export async function textCode(
  core: Core,
  tx: Tx,
  { request, disbursementId, slip }: { request: Application; disbursementId: string; slip: string },
  now: Date,
  notBefore = now,
): Promise<void> {
  const { env, keys } = core
  // Without a provider, a live instance has none.
  if (!env.accounts.phoneFactor) return
  const [profile] = await tx
    .select({
      number: CALL_NUMBER,
      isOfHelper: isNumberOfHelper(sql`profiles.user_id`, CALL_NUMBER),
      doubt: users.phoneDoubt,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(eq(profiles.userId, request.userId))
  const to = readPhoneNumber(profile?.number ?? '')
  if (to === null || !profile || profile.isOfHelper || profile.doubt !== null) return
  const language = await languageOf(core, tx, request.userId, request.id)
  const place = placeInText(core, pathIn(language, `/confirm?slip=${slip}`), newsWords(language))
  const text = `${codeOf(keys, disbursementId)}. ${place}`
  const textId = await enqueueText(core, tx, { to, text, expiresAt: after(now, TEXT_VALID), notBefore })
  await recordLetter(tx, { applicationId: request.id, news: 'code', mailId: null, textId, toldAt: now })
}
