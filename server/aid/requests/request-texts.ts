/**
 * The steps of a request by text message, for people who sign in with their number and have no address that is proven, or chose texts too. Phones are shared: a text
 * says no kind of aid, no amount and no reason, and fits into one message of 160 plain letters.
 */
import { and, eq, gt } from 'drizzle-orm'
import { numberForSteps } from '../../people/sign-in/step-texts.ts'
import { after, hours } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import type { Tx } from '../../platform/db/db.ts'
import { daytimeFrom } from '../../platform/lagos-days.ts'
import { enqueueText, type Text } from '../../platform/sms/outbox.ts'
import { placeInText } from '../../platform/sms/place.ts'
import { outgoingTextMessages } from '../../platform/sms/schema.ts'
import type { RequestNews, ToldAct } from '../../../contract/aid/queue-fields.ts'
import type { LanguageTag } from '../../../contract/platform/language-tags.ts'
import type { Application } from './schema.ts'
import { languageOf, newsWords } from './spoken-language.ts'

/** Expiry of an unsent text: by then the page has newer news. */
const VALID = hours(72)
/** Texts of steps to one number in 24 hours. What comes beyond is on the page. */
const A_DAY_MAX = 6

/** The text of a step; null: it has none. */
export function newsText(
  core: Pick<Core, 'env' | 'organisation'>,
  news: RequestNews,
  language: LanguageTag | null = null,
): string | null {
  const words = newsWords(language)
  const says = words.texts[news]
  if (says === undefined) return null
  return `${core.organisation.shown.short_name}: ${says} ${placeInText(core, '/login', words)}`
}

/** The text of an act from the account; null: it has none. */
export function actText(
  { organisation: { shown } }: Pick<Core, 'organisation'>,
  act: ToldAct,
  language: LanguageTag | null,
): string | null {
  const words = newsWords(language).acts[act]
  return 'text' in words ? words.text(shown.short_name, shown.support.phone) : null
}

/**
 * Texts a step in the transaction that makes it; at night in Lagos, it waits for the morning.
 * @returns the id of the text message; null where there is none
 */
export async function textNews(
  core: Core,
  tx: Tx,
  { userId, applicationId }: Pick<Application, 'userId'> & { readonly applicationId: string },
  news: RequestNews,
  now: Date,
): Promise<string | null> {
  return textStep(core, tx, userId, newsText(core, news, await languageOf(core, tx, userId, applicationId)), now)
}

/** @returns as `textNews` */
export async function textStep(
  core: Core,
  tx: Tx,
  userId: string,
  text: string | null,
  now: Date,
): Promise<string | null> {
  if (text === null || !core.env.accounts.phoneFactor) return null
  const to = await numberForSteps(tx, userId)
  return to === null ? null : textInDaytime(core, tx, { to, text }, now)
}

/** @returns the id of the text message; null where as many went to the number today */
export async function textInDaytime(
  core: Core,
  tx: Tx,
  { to, text }: Pick<Text, 'to' | 'text'>,
  now: Date,
): Promise<string | null> {
  const today = and(
    eq(outgoingTextMessages.recipient, to),
    eq(outgoingTextMessages.signsIn, false),
    gt(outgoingTextMessages.createdAt, after(now, -hours(24))),
  )
  if ((await tx.$count(outgoingTextMessages, today)) >= A_DAY_MAX) return null
  return enqueueText(core, tx, { to, text, expiresAt: after(now, VALID), notBefore: daytimeFrom(now) })
}
