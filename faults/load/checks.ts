/** Afterwards everything that was acknowledged exists, once, and the money adds up. */
import { createHash } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { rows, type Db } from '../../server/platform/db/db.ts'
import { findDifferences } from '../../server/proof/books/books.ts'
import { call } from '../../test/processes/client.ts'
import type { StandInProvider } from '../../test/stand-in/start-provider.ts'
import { PASSWORD } from '../../test/support/signing-in.ts'
import type { Findings } from '../outcome.ts'
import type { Acknowledged } from './acknowledged.ts'

const LOST = 'nothing acknowledged is lost'
const ONCE = 'nothing exists twice'
const MONEY = 'what was paid is credited once, to the kobo, and nothing else'
const SESSIONS = 'sessions and passwords still work'
const DOCUMENTS = 'every acknowledged document can be read completely'

interface After {
  readonly acknowledged: Acknowledged
  readonly findings: Findings
}

const Pair = z.object({ key: z.string(), value: z.string() })

async function pairs(db: Db, query: SQL): Promise<Map<string, string>> {
  return new Map((await rows(db, query, Pair)).map(({ key, value }) => [key, value]))
}

/** Checks in the database itself everything that it must hold. */
export async function checkDatabase(
  db: Db,
  { acknowledged, findings }: After,
  provider: StandInProvider,
): Promise<void> {
  const has = (found: ReadonlyMap<string, string>, what: string, promised: Iterable<readonly [string, string]>) => {
    for (const [key, value] of promised)
      findings.check(LOST, found.get(key) === value, () => `${what} ${key}: ${found.get(key)} instead of ${value}`)
  }
  const gifts = sql`select attempts.reference as key, intents.amount::text as value from payment_attempts as attempts
                      join payment_intents as intents on intents.id = attempts.intent_id`
  has(
    await pairs(db, gifts),
    'gift',
    [...acknowledged.gifts].map(([reference, { kobo }]) => [reference, String(kobo)]),
  )
  has(
    await pairs(db, sql`select id::text as key, message as value from contact_messages`),
    'message',
    acknowledged.messages,
  )
  has(
    await pairs(db, sql`select id::text as key, description as value from aid_applications`),
    'request',
    acknowledged.requests,
  )
  const documents = sql`select path as key, encode(sha256, 'hex') as value from documents where superseded_at is null`
  has(await pairs(db, documents), 'document', acknowledged.documents)
  const accounts = sql`select id::text as key, email as value from users`
  has(
    await pairs(db, accounts),
    'account',
    [...acknowledged.people].map(({ userId, email }) => [userId, email]),
  )
  const walletGifts = sql`select id::text as key, amount::text as value from wallet_transactions where kind = 'gift'`
  const given = await pairs(db, walletGifts)
  for (const { walletGifts: promised } of acknowledged.people)
    has(
      given,
      'wallet gift',
      [...promised].map(([id, kobo]) => [id, String(kobo)]),
    )
  await checkOnce(db, { acknowledged, findings })
  await checkMoney(db, { acknowledged, findings }, provider)
}

/** At most one row for each thing that was submitted, and at least one for each that was acknowledged. */
async function checkOnce(db: Db, { acknowledged, findings }: After): Promise<void> {
  const rowsOf = {
    '/api/donations': sql`select id from payment_intents where purpose = 'donation'`,
    '/api/wallet/top-ups': sql`select id from payment_intents where purpose = 'top_up'`,
    '/api/wallet/gifts': sql`select id from wallet_transactions where kind = 'gift'`,
    '/api/contact-messages': sql`select id from contact_messages`,
    '/api/applications': sql`select id from aid_applications`,
  }
  for (const [path, query] of Object.entries(rowsOf)) {
    const found = (await rows(db, query, z.unknown())).length
    const submitted = acknowledged.submitted.get(path) ?? 0
    findings.check(ONCE, found <= submitted, () => `${found} rows for ${submitted} submissions to ${path}`)
  }
  // Each submission has an amount, a text or an address that no other has.
  for (const duplicates of [
    sql`select purpose, amount::text from payment_intents group by purpose, amount having count(*) > 1`,
    sql`select amount::text from wallet_transactions where kind = 'gift' group by amount having count(*) > 1`,
    sql`select message from contact_messages group by message having count(*) > 1`,
    sql`select description from aid_applications group by description having count(*) > 1`,
    sql`select email from users group by email having count(*) > 1`,
  ])
    findings.same(ONCE, await rows(db, duplicates, z.unknown()), [])
}

const Transactions = z.object({
  transactions: z.array(z.object({ reference: z.string(), status: z.string(), amount: z.number() })),
})

/** Compares the provider's successes with our transfers, in both directions, and runs the books' own check. */
async function checkMoney(db: Db, { acknowledged, findings }: After, provider: StandInProvider): Promise<void> {
  const { transactions } = Transactions.parse(await provider.control('GET transactions'))
  const collected = new Map(
    transactions.filter(({ status }) => status === 'success').map(({ reference, amount }) => [reference, amount]),
  )
  const booked = sql`select key, amount::text as value from transfers where purpose in ('gift', 'top_up', 'mismatch')`
  const transfers = await pairs(db, booked)
  const credited = new Map([...transfers].map(([key, kobo]) => [key.replace(/^\w+:/, ''), kobo]))
  for (const [reference, kobo] of collected)
    findings.check(
      MONEY,
      credited.get(reference) === String(kobo),
      () => `${reference}: ${credited.get(reference)} of ${kobo}`,
    )
  findings.same(MONEY, transfers.size, collected.size)
  for (const reference of acknowledged.settled)
    findings.check(LOST, credited.has(reference), () => `settled ${reference}`)
  findings.same('the books balance', await findDifferences(db), [])
}

const Session = z.object({ status: z.literal(200), body: z.object({ access_token: z.string() }) })
const Signed = z.object({ status: z.literal(200), body: z.object({ signedURL: z.string() }) })
/** Checking a password is slow by design, and more of them would test nothing new. */
const PASSWORDS_MAX = 20

/** Checks with the running server that people can return, and open what they have sent. */
export async function checkServer(url: string, { acknowledged, findings }: After): Promise<void> {
  const tokens = new Map<string, string>()
  for (const [number, person] of [...acknowledged.people].entries()) {
    const proofs: { grant: string; body: object }[] = [
      { grant: 'refresh_token', body: { refresh_token: person.refreshToken } },
    ]
    if (number < PASSWORDS_MAX) proofs.push({ grant: 'password', body: { email: person.email, password: PASSWORD } })
    for (const { grant, body } of proofs) {
      const answer = Session.safeParse(await call(`${url}/auth/v1/token?grant_type=${grant}`, body))
      findings.check(SESSIONS, answer.success, () => `${grant} of ${person.email}: ${answer.error?.message}`)
      if (answer.success) tokens.set(person.userId, answer.data.body.access_token)
    }
  }
  for (const [path, sha256] of acknowledged.documents) {
    const token = tokens.get(path.split('/')[0] ?? '')
    const signing = `${url}/storage/v1/object/sign/documents/${path}`
    const signed = Signed.safeParse(await call(signing, { expiresIn: 60 }, { authorization: `Bearer ${token}` }))
    const file = signed.success ? await fetch(`${url}/storage/v1${signed.data.body.signedURL}`) : null
    const found = file
      ? createHash('sha256')
          .update(Buffer.from(await file.arrayBuffer()))
          .digest('hex')
      : null
    findings.check(DOCUMENTS, found === sha256, () => `${path}: ${found} instead of ${sha256}`)
  }
}

const SETTLED_WITHIN_MILLISECONDS = 150_000

/** Asks about each payment until it is settled. Payments of closed tabs settle automatically. */
export async function checkSettled(url: string, { acknowledged, findings }: After): Promise<void> {
  const until = Date.now() + SETTLED_WITHIN_MILLISECONDS
  for (const reference of acknowledged.paid.keys()) {
    const closed = acknowledged.closedTabs.has(reference)
    const ask = () =>
      closed ? call(`${url}/api/payments/${reference}`) : call(`${url}/functions/v1/verify`, { reference })
    const settled = async () => Status.parse((await ask()).body).status === 'success'
    let found = await settled()
    while (!found && Date.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 250))
      found = await settled()
    }
    const promise = closed ? 'the payment of a closed tab settles automatically' : 'a payment is reported as paid'
    findings.check(promise, found, () => reference)
  }
}

const Status = z.object({ status: z.string() })
