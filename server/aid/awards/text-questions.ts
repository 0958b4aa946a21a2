/** Asks by text message whether a payout arrived, with the code by which a reply counts (text-replies.ts). */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { readPhoneNumber } from '../../people/sign-in/phone-number.ts'
import type { Core } from '../../platform/core.ts'
import { onlyRow, type Tx } from '../../platform/db/db.ts'
import { isNumberOfHelper } from '../requests/helpers.ts'
import { withdrawLetterTexts } from '../requests/withdraw-letter-texts.ts'
import { languageOf, newsWords } from '../requests/spoken-language.ts'
import type { LanguageTag } from '../../../contract/platform/language-tags.ts'
import { requestLetters, type Application } from '../requests/schema.ts'
import { awards, disbursements } from './schema.ts'
import { codeInTexts } from './slips.ts'

/**
 * The text that asks about a payout, in place of the one that only says so; null where replies are off, or one from that number would not count.
 */
export async function questionFor(
  core: Core,
  tx: Tx,
  { id, userId, approvedPhone }: Application,
  disbursementId: string,
) {
  const { sms, phoneFactor } = core.env.accounts
  const to = readPhoneNumber(approvedPhone ?? '')
  if (sms.replyNumber === undefined || !phoneFactor || to === null) return null
  if (!(await isTrustedNumber(tx, id, to))) return null
  return { to, text: questionText(core, disbursementId, 'ask', await languageOf(core, tx, userId, id)) }
}

/** The news of texts about a payout, and the states in which each is still true. */
const SAID = [
  { news: ['handed_over', 'reminder'], while: ['sent'] },
  { news: ['ready'], while: ['released'] },
  { news: ['code'], while: ['released', 'sending', 'sent', 'disputed'] },
] as const
type Said = (typeof SAID)[number]['news'][number]

/**
 * Cancels queued texts about a payout that are true no more, with the letters that record them: one asks, and it was answered or returned meanwhile;
 * one says that it is ready, and it was handed over or canceled. Cancels none while another payout of the request is as they say, as the texts do not name theirs.
 */
export async function withdrawTexts(tx: Tx, applicationId: string, now: Date): Promise<void> {
  const states = await tx
    .select({ state: disbursements.state })
    .from(disbursements)
    .innerJoin(awards, eq(awards.id, disbursements.awardId))
    .where(eq(awards.applicationId, applicationId))
  const untrue = SAID.filter((said) => !states.some(({ state }) => said.while.some((each) => each === state)))
  const about = and(
    eq(requestLetters.applicationId, applicationId),
    inArray(
      requestLetters.news,
      untrue.flatMap<Said>(({ news }) => news),
    ),
  )
  await withdrawLetterTexts(tx, about, now)
}

/** @param ask `help`: the answer before was not understood */
export function questionText(
  { env, organisation, keys }: Pick<Core, 'env' | 'organisation' | 'keys'>,
  disbursementId: string,
  ask: 'ask' | 'help',
  language: LanguageTag | null = null,
): string {
  const { question } = newsWords(language)
  const answers = question.answers(env.accounts.sms.replyNumber ?? '', codeInTexts(keys, disbursementId))
  return `${organisation.shown.short_name}: ${question[ask]} ${answers}`
}

/**
 * Whether a number speaks for the recipient of a request: it is the approved one and in no doubt, no one changed it since or signs in with it elsewhere, it is
 * not that of who asked for them, the request did not move to another person, and no complaint about it is open.
 */
export async function isTrustedNumber(tx: Tx, applicationId: string, number: string): Promise<boolean> {
  const { trusted } = await onlyRow(
    tx,
    sql`select coalesce(phone_digits(approved_phone) = phone_digits(${number}) and phone_digits(profiles.phone) = phone_digits(${number}), false)
               and coalesce(users.phone = ${number}, true) and users.phone_doubt is null and users.closed_at is null
               and not exists (select from users as others where others.phone = ${number} and others.id <> users.id)
               and not ${isNumberOfHelper(sql`aid_applications.user_id`, sql`${number}`)}
               and (greatest(profiles.phone_changed_at, users.phone_changed_at, owned_since) > decided_at) is not true
               and not exists (select from complaints where complaints.application_id = aid_applications.id and answered_at is null) as trusted
          from aid_applications join users on users.id = aid_applications.user_id
          join profiles on profiles.user_id = users.id where aid_applications.id = ${applicationId}::uuid`,
    z.object({ trusted: z.boolean() }),
  )
  return trusted
}
