/**
 * Mail about requests for aid. Anyone can register a stranger's address, so until the address is proven at most one mail a day goes
 * there, with the latest news and act and two links: one proves the address, the other stops all mail to it. A page with a button uses
 * the token: programs that open links in mail confirm nothing.
 */
import { randomBytes } from 'node:crypto'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { RequestNews, ToldAct } from '../../../contract/aid/queue-fields.ts'
import { readPerson } from '../../people/sign-in/people.ts'
import { readFormerAddresses } from '../../people/sign-in/reserved-addresses.ts'
import { after, hours, minutes } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { base32, sha256 } from '../../platform/crypto.ts'
import { rows, type Db, type Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { onEach, type Job } from '../../platform/jobs.ts'
import type { Text } from '../../platform/sms/outbox.ts'
import { writeMail } from '../../platform/mail/compose.ts'
import { hashAddress, isAddressStopped, resumeAddress, stopAddress } from '../../platform/mail/stopped-addresses.ts'
import { caseNumber } from './case-number.ts'
import { latestTrue, recordLetter } from './letters.ts'
import { actLetter, newsLetter, type ActOf, type AddressTokens } from './request-letters.ts'
import { languageOf } from './spoken-language.ts'
import { actText, textInDaytime, textNews, textStep } from './request-texts.ts'
import { requestAddresses, requestAddressTokens, type Application } from './schema.ts'

const BETWEEN_MAILS = hours(24)
const TOKEN_VALID = hours(90 * 24)
export const NOTHING_HELD = { heldNews: null, heldAct: null, heldActRequest: null, heldMailId: null }

interface Recipient {
  readonly userId: string
  /** Empty if the account has none: nothing is mailed then. */
  readonly email: string
  /** Whose language counts; without it, that of the person's newest request. */
  readonly applicationId?: string
}

/** The contents of one mail. */
interface Said {
  readonly news: RequestNews | null
  readonly act: ActOf | null
}

/**
 * Mails the news of a request in the transaction that makes it, or holds it until a day after the last mail.
 * @returns the id of the mail, or null if there is none. A held mail is not in the outbox yet
 */
export function mailNews(core: Core, tx: Tx, to: Recipient, news: RequestNews, now: Date): Promise<string | null> {
  return mailOrHold(core, tx, to, { news, act: null }, now)
}

type ActedOn = Pick<Application, 'id' | 'userId' | 'number'>

/** Warns the applicant of an act from their account by mail, as of news. Acts that move money are also texted. */
export async function tellAct(core: Core, tx: Tx, request: ActedOn, act: ToldAct): Promise<void> {
  const { id, userId, number } = request
  const { email } = await readPerson(tx, userId)
  const now = core.clock.now()
  const said = { news: null, act: { act, request: caseNumber(number) } }
  await mailOrHold(core, tx, { userId, email, applicationId: id }, said, now)
  await tellFormerAddresses(core, tx, request, act)
  await textStep(core, tx, userId, actText(core, act, await languageOf(core, tx, userId, id)), now)
}

/** Warns of an act at the proven addresses that the account has left: a thief may have changed the address before. */
export async function tellFormerAddresses(core: Core, tx: Tx, request: ActedOn, act: ToldAct): Promise<void> {
  const { id: applicationId, userId, number } = request
  const now = core.clock.now()
  const said = { news: null, act: { act, request: caseNumber(number) } }
  for (const email of await readFormerAddresses(tx, userId, now))
    await writeMail(core, tx, email, await letterTo(core, tx, { userId, applicationId }, said, null), now)
}

async function mailOrHold(core: Core, tx: Tx, to: Recipient, said: Said, now: Date): Promise<string | null> {
  if (to.email === '') return null
  if (await isProven(core, tx, to)) return writeMail(core, tx, to.email, await letterTo(core, tx, to, said, null), now)
  const { lastMailedAt, addressHash, held } = await lockAddress(core, tx, to)
  if (await isAddressStopped(tx, addressHash)) return null
  // One mail is held, with the latest of each.
  const waiting = { news: said.news ?? held.news, act: said.act ?? held.act }
  if (lastMailedAt === null || after(lastMailedAt, BETWEEN_MAILS) <= now)
    return mailUnproven(core, tx, to, { ...waiting, mailId: held.mailId }, now)
  const mailId = held.mailId ?? newId()
  await tx
    .update(requestAddresses)
    .set({
      heldNews: waiting.news,
      heldAct: waiting.act?.act ?? null,
      heldActRequest: waiting.act?.request ?? null,
      heldMailId: mailId,
    })
    .where(eq(requestAddresses.addressHash, addressHash))
  return mailId
}

interface Told extends Recipient {
  readonly applicationId: string
  /** Step of a decision. */
  readonly stepId?: string | null
  readonly paperRequestId?: string | null
  /** A text that asks, in place of the one that tells. */
  readonly question?: Pick<Text, 'to' | 'text'> | null
}

async function letterTo(
  core: Core,
  tx: Tx,
  { userId, applicationId = null }: Pick<Recipient, 'userId'> & { readonly applicationId?: string | null },
  { news, act }: Said,
  tokens: AddressTokens | null,
) {
  const language = await languageOf(core, tx, userId, applicationId)
  if (act) return actLetter(act, tokens, language, news)
  if (news) return newsLetter(news, tokens, language)
  throw new Error('letterTo: a mail tells news or an act')
}

/** Tells the news of a request, by mail, and by text message where no address is proven; and records what went out. */
export async function tellNews(core: Core, tx: Tx, to: Told, news: RequestNews, now: Date): Promise<void> {
  const { applicationId, stepId = null, paperRequestId = null, question = null } = to
  const mailId = await mailNews(core, tx, to, news, now)
  const textId = question ? await textInDaytime(core, tx, question, now) : await textNews(core, tx, to, news, now)
  await recordLetter(tx, { applicationId, stepId, paperRequestId, news, mailId, textId, toldAt: now })
}

/** Whether the account has proven its address, by its own mail or by a link of ours. */
async function isProven(core: Core, db: Db | Tx, { userId, email }: Recipient): Promise<boolean> {
  const found = await rows(
    db,
    sql`select from users where id = ${userId} and email_proven_at is not null
        union all
        select from request_addresses
         where address_hash = ${hashAddress(core, email)} and user_id = ${userId} and proven_at is not null`,
    z.unknown(),
  )
  return found.length > 0
}

/** An account that has the address now inherits the time of the last mail, and nothing else. */
async function lockAddress(core: Core, tx: Tx, { userId, email }: Recipient) {
  const addressHash = hashAddress(core, email)
  await tx.insert(requestAddresses).values({ addressHash, keyed: true, userId }).onConflictDoNothing()
  const chosen = eq(requestAddresses.addressHash, addressHash)
  const [found] = await tx.select().from(requestAddresses).where(chosen).for('update')
  if (found && found.userId !== userId)
    await tx
      .update(requestAddresses)
      .set({ userId, provenAt: null, ...NOTHING_HELD })
      .where(chosen)
  const held = await heldIn(tx, found?.userId === userId ? found : NOTHING_HELD)
  return { addressHash, lastMailedAt: found?.lastMailedAt ?? null, held }
}

interface Held extends Said {
  /** The id promised to a held mail. */
  readonly mailId: string | null
}

type HeldRow = Pick<typeof requestAddresses.$inferSelect, keyof typeof NOTHING_HELD>

async function heldIn(tx: Tx, { heldNews, heldAct, heldActRequest, heldMailId: mailId }: HeldRow): Promise<Held> {
  const act = heldAct === null || heldActRequest === null ? null : { act: heldAct, request: heldActRequest }
  const news = heldNews === null || mailId === null ? heldNews : await latestTrue(tx, mailId, heldNews)
  return { news, act, mailId }
}

async function mailUnproven(
  core: Core,
  tx: Tx,
  to: Recipient,
  { mailId, ...said }: Held,
  now: Date,
): Promise<string | null> {
  const addressHash = hashAddress(core, to.email)
  await tx
    .update(requestAddresses)
    .set({ lastMailedAt: now, ...NOTHING_HELD })
    .where(eq(requestAddresses.addressHash, addressHash))
  const tokens = await addTokens(core, tx, to, now)
  return writeMail(core, tx, to.email, await letterTo(core, tx, to, said, tokens), now, mailId ?? undefined)
}

/** Stores the tokens of the two links of a mail. */
async function addTokens(core: Core, tx: Tx, to: Recipient, now: Date): Promise<AddressTokens> {
  const { addressHash } = await lockAddress(core, tx, to)
  const tokens: AddressTokens = { confirm: base32(randomBytes(20)), stop: base32(randomBytes(20)) }
  await tx.insert(requestAddressTokens).values(
    (['confirm', 'stop'] as const).map((purpose) => ({
      tokenHash: sha256(tokens[purpose]),
      userId: to.userId,
      addressHash,
      keyed: true,
      purpose,
      createdAt: now,
    })),
  )
  return tokens
}

/**
 * 'Yes, this is my address': mail about the account's requests may go there at any time. What was held goes now. It also undoes
 * 'this is not me'.
 * @throws AppError `not_found`: no such link, or it was used, or the account has another address by now
 */
export async function confirmAddress(core: Core, token: string): Promise<void> {
  const now = core.clock.now()
  await core.db.transaction(async (tx) => {
    const { userId, addressHash } = await useToken(tx, token, 'confirm', now)
    const { email } = await readPerson(tx, userId)
    if (email === '' || !hashAddress(core, email).equals(addressHash)) throw linkNotFound()
    await resumeAddress(tx, addressHash)
    const chosen = eq(requestAddresses.addressHash, addressHash)
    const [held] = await tx.select().from(requestAddresses).where(chosen).for('update')
    await tx
      .update(requestAddresses)
      .set({ userId, provenAt: now, ...NOTHING_HELD })
      .where(chosen)
    if (held) await mailHeld(core, tx, { userId, email }, await heldIn(tx, held), now)
  })
}

/** To a proven address. */
async function mailHeld(core: Core, tx: Tx, to: Recipient, { mailId, ...said }: Held, now: Date): Promise<void> {
  if (said.news === null && said.act === null) return
  await writeMail(core, tx, to.email, await letterTo(core, tx, to, said, null), now, mailId ?? undefined)
}

/** 'It was not me': no more mail goes to the address, for any account. @throws AppError `not_found`: no such link, or it was used */
export async function stopMail(core: Core, token: string): Promise<void> {
  const now = core.clock.now()
  await core.db.transaction(async (tx) => {
    const { addressHash } = await useToken(tx, token, 'stop', now)
    await stopAddress(tx, addressHash, now)
    await tx
      .update(requestAddresses)
      .set({ provenAt: null, ...NOTHING_HELD })
      .where(eq(requestAddresses.addressHash, addressHash))
  })
}

const linkNotFound = () => new AppError('not_found', { detail: 'This link is invalid, or was used before.' })

async function useToken(tx: Tx, token: string, purpose: 'confirm' | 'stop', now: Date) {
  const [used] = await tx
    .update(requestAddressTokens)
    .set({ usedAt: now })
    .where(
      and(
        eq(requestAddressTokens.tokenHash, sha256(token)),
        eq(requestAddressTokens.purpose, purpose),
        isNull(requestAddressTokens.usedAt),
        gt(requestAddressTokens.createdAt, after(now, -TOKEN_VALID)),
      ),
    )
    .returning()
  if (!used) throw linkNotFound()
  return used
}

/** Reads the state of a person's mail address, for that person. */
export async function readMailState(core: Core, to: Recipient): Promise<'confirmed' | 'unconfirmed' | 'stopped'> {
  const { db } = core
  if (await isAddressStopped(db, hashAddress(core, to.email))) return 'stopped'
  return (await isProven(core, db, to)) ? 'confirmed' : 'unconfirmed'
}

const DueAddress = z.object({ address_hash: z.instanceof(Uint8Array), user_id: z.string() })

/** Sends what was held for a day, and deletes what is no longer needed. */
export const requestMailJob: Job = {
  name: 'applications.held-mail',
  everyMilliseconds: minutes(5),
  async run(core) {
    const { db, clock } = core
    const dayAgo = after(clock.now(), -BETWEEN_MAILS).toISOString()
    const due = sql`(held_news is not null or held_act is not null) and last_mailed_at <= ${dayAgo}`
    const found = await rows(
      db,
      sql`select address_hash, user_id::text from request_addresses where ${due} order by last_mailed_at limit 200`,
      DueAddress,
    )
    const oldest = after(clock.now(), -TOKEN_VALID).toISOString()
    await onEach(
      [
        () => onEach(found, ({ address_hash: hash, user_id: userId }) => sendHeld(core, Buffer.from(hash), userId)),
        () => db.execute(sql`delete from request_address_tokens where created_at < ${oldest}`),
        () =>
          db.execute(
            sql`delete from request_addresses using users
                 where users.id = user_id and users.closed_at is not null and last_mailed_at <= ${dayAgo}`,
          ),
      ],
      (part) => part(),
    )
  },
}

async function sendHeld(core: Core, addressHash: Buffer, userId: string): Promise<void> {
  const now = core.clock.now()
  await core.db.transaction(async (tx) => {
    const { email } = await readPerson(tx, userId)
    const chosen = eq(requestAddresses.addressHash, addressHash)
    const [row] = await tx.select().from(requestAddresses).where(chosen).for('update')
    if (!row || (row.heldNews === null && row.heldAct === null)) return
    await tx.update(requestAddresses).set(NOTHING_HELD).where(chosen)
    // The account has another address by now: news of before is not for it.
    if (email === '' || !hashAddress(core, email).equals(addressHash)) return
    const held = await heldIn(tx, row)
    if (await isProven(core, tx, { userId, email })) await mailHeld(core, tx, { userId, email }, held, now)
    else if (held.news !== null || held.act !== null) await mailUnproven(core, tx, { userId, email }, held, now)
  })
}
