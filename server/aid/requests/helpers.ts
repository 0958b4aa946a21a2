/** Someone who asks for another person: how many requests they may have, and the text that tells the person. */
import { eq, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { HELPED_A_DAY_MAX, HELPED_UNDECIDED_MAX } from '../../../contract/aid/application-fields.ts'
import type { HelperRelation } from '../../../contract/aid/handling-fields.ts'
import { readMobileNumber } from '../../people/sign-in/phone-number.ts'
import { CALL_NUMBER, readPerson } from '../../people/sign-in/people.ts'
import { after, hours } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { onlyRow, type Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { inLagos } from '../../platform/lagos-days.ts'
import { plainLetters } from '../../platform/sms/plain-letters.ts'
import { profiles } from '../../record/profiles/schema.ts'
import { caseNumber } from './case-number.ts'
import { textInDaytime } from './request-texts.ts'
import type { Application } from './schema.ts'
import { languageOf, newsWords } from './spoken-language.ts'

const Counted = z.object({
  undecided: z.number(),
  /** When the oldest of the newest requests was sent, as many as a day allows; null while there are fewer. */
  oldest: z.coerce.date().nullable(),
})

/**
 * Requires room for one more request of a helper for others, whose requests wait for each other here.
 * @throws AppError `too_many_open_requests`, with the number and from when one may ask again
 */
export async function requireHelperRoom(tx: Tx, helperId: string, now: Date): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('requests by helper ' || ${helperId}, 0))`)
  const asked = sql`from aid_applications where entered_by = ${helperId}::uuid and channel = 'helper'`
  const { undecided, oldest } = await onlyRow(
    tx,
    sql`select (select count(*) ${asked} and decided_at is null and erased_at is null)::int as undecided,
               (select created_at ${asked} order by created_at desc, id desc offset ${HELPED_A_DAY_MAX - 1} limit 1) as oldest`,
    Counted,
  )
  const until = oldest && after(oldest, hours(24))
  if (undecided >= HELPED_UNDECIDED_MAX)
    throw tooMany(`for ${undecided} people who wait for a decision. You can ask again once one of them has it.`)
  if (until && until > now)
    throw tooMany(
      `for ${HELPED_A_DAY_MAX} people within 24 hours. You can ask again from ${inLagos.format(until)}, Lagos time.`,
    )
}

const tooMany = (detail: string) => new AppError('too_many_open_requests', { detail: `You have asked ${detail}` })

const HelperRow = z.object({ phone: z.string(), people: z.number() })

/** A helper as reviewers see them: how to reach them, and for how many people they asked. */
export async function readHelper(tx: Tx, helperId: string, relation: HelperRelation) {
  const found = await onlyRow(
    tx,
    sql`select coalesce((select ${CALL_NUMBER} from users left join profiles on profiles.user_id = users.id where users.id = ${helperId}::uuid), '') as phone,
               (select count(distinct user_id) from aid_applications where entered_by = ${helperId}::uuid and channel = 'helper')::int as people`,
    HelperRow,
  )
  return { relation, ...found }
}

/**
 * The condition that a number is that of someone who asked for a person: what comes from it, or goes to it, may be in the helper's hands.
 * @param userId of the person
 */
export const isNumberOfHelper = (userId: SQL, number: SQL) => sql<boolean>`exists (
  select from aid_applications as helped join users as helpers on helpers.id = helped.entered_by
    left join profiles as theirs on theirs.user_id = helpers.id
   where helped.user_id = ${userId} and helped.channel = 'helper'
     and (phone_digits(theirs.phone) = phone_digits(${number}) or helpers.phone = phone_digits(${number})))`

/** Letters of a helper's name that fit into one message of 160 plain letters beside everything else. */
const NAME_CHARACTERS_MAX = 24

/** The text that tells a person who asked for them. Phones are shared: it says no kind of aid and no amount. */
export function helpedText(
  { organisation }: Pick<Core, 'organisation'>,
  helper: string,
  { number, language }: Pick<Application, 'number' | 'language'>,
): string {
  const { short_name: name, support } = organisation.shown
  const words = newsWords(language)
  return `${name}: ${words.helped(nameInTexts(helper) || words.someone, caseNumber(number), support.phone)}`
}

/** A name in plain letters, without marks: one other letter would halve what fits into a message. */
function nameInTexts(name: string): string {
  const plain = plainLetters(name)
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z '.-]/g, '')
    .trim()
  return plain.slice(0, NAME_CHARACTERS_MAX).trim()
}

/** Texts the person for whom a helper asked, in the transaction that adds the request, where texts are sent at all. */
export async function tellHelped(
  core: Core,
  tx: Tx,
  { userId, helperId, application }: { userId: string; helperId: string; application: Application },
): Promise<void> {
  if (!core.env.accounts.phoneFactor) return
  const [profile] = await tx.select({ phone: profiles.phone }).from(profiles).where(eq(profiles.userId, userId))
  const to = readMobileNumber(profile?.phone ?? '')
  if (to === null || (await wasTold(tx, to, application))) return
  const { full_name: helper } = await readPerson(tx, helperId)
  const language = await languageOf(core, tx, userId, application.id)
  const text = helpedText(core, helper, { number: application.number, language })
  await textInDaytime(core, tx, { to, text }, application.createdAt)
}

/** Whether a helper asked for someone with this number within a day: a stranger's number costs us little, and its owner no peace. */
async function wasTold(tx: Tx, to: string, { id, createdAt }: Application): Promise<boolean> {
  const { told } = await onlyRow(
    tx,
    sql`select exists (select from aid_applications join profiles on profiles.user_id = aid_applications.user_id
                        where channel = 'helper' and aid_applications.id <> ${id}::uuid and profiles.phone <> ''
                          and aid_applications.created_at > ${after(createdAt, -hours(24)).toISOString()}::timestamptz
                          and profiles.phone_key = phone_key(${to})) as told`,
    z.object({ told: z.boolean() }),
  )
  return told
}
