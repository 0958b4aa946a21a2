/** After the storm: everything that people were told is there, once, and the money adds up. */
import { createHash } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { rows, type Db } from '../../server/lib/db/db.ts'
import { findDifferences } from '../../server/reports/books.ts'
import { call } from '../../test/processes/client.ts'
import type { StandInProvider } from '../../test/stand-in/start-provider.ts'
import { PASSWORD } from '../../test/support/signing-in.ts'
import type { Findings } from '../outcome.ts'
import type { Told } from './told.ts'

const LOST = 'nothing that was acknowledged is lost'
const TWICE = 'nothing is there twice'
const MONEY = 'what was paid is credited once, to the kobo, and nothing else'
const SESSIONS = 'whoever was signed in still is, and the password still opens'
const DOCUMENTS = 'every document that was acknowledged can be read whole'

interface After {
  readonly told: Told
  readonly findings: Findings
}

const Pair = z.object({ key: z.string(), value: z.string() })

async function pairs(db: Db, query: SQL): Promise<Map<string, string>> {
  return new Map((await rows(db, query, Pair)).map(({ key, value }) => [key, value]))
}

/** Everything that the database must hold, read from the database itself. */
export async function checkDatabase(db: Db, { told, findings }: After, provider: StandInProvider): Promise<void> {
  const has = (found: ReadonlyMap<string, string>, what: string, promised: Iterable<readonly [string, string]>) => {
    for (const [key, value] of promised)
      findings.check(LOST, found.get(key) === value, () => `${what} ${key}: ${found.get(key)} instead of ${value}`)
  }
  const gifts = sql`select attempts.reference as key, intents.amount::text as value from payment_attempts as attempts
                      join payment_intents as intents on intents.id = attempts.intent_id`
  has(
    await pairs(db, gifts),
    'gift',
    [...told.gifts].map(([reference, { kobo }]) => [reference, String(kobo)]),
  )
  has(await pairs(db, sql`select id::text as key, message as value from contact_messages`), 'message', told.messages)
  has(
    await pairs(db, sql`select id::text as key, description as value from aid_applications`),
    'request',
    told.requests,
  )
  const documents = sql`select path as key, encode(sha256, 'hex') as value from documents where superseded_at is null`
  has(await pairs(db, documents), 'document', told.documents)
  const accounts = sql`select id::text as key, email as value from users`
  has(
    await pairs(db, accounts),
    'account',
    [...told.people].map(({ userId, email }) => [userId, email]),
  )
  const walletGifts = sql`select id::text as key, amount::text as value from wallet_transactions where kind = 'gift'`
  const given = await pairs(db, walletGifts)
  for (const { walletGifts: promised } of told.people)
    has(
      given,
      'gift of a wallet',
      [...promised].map(([id, kobo]) => [id, String(kobo)]),
    )
  await checkOnce(db, { told, findings })
  await checkMoney(db, { told, findings }, provider)
}

/** No more of anything than people wanted, and no two of what each of them wanted once. */
async function checkOnce(db: Db, { told, findings }: After): Promise<void> {
  const wanted = {
    '/api/donations': sql`select id from payment_intents where purpose = 'donation'`,
    '/api/wallet/top-ups': sql`select id from payment_intents where purpose = 'top_up'`,
    '/api/wallet/gifts': sql`select id from wallet_transactions where kind = 'gift'`,
    '/api/contact-messages': sql`select id from contact_messages`,
    '/api/applications': sql`select id from aid_applications`,
  }
  for (const [path, query] of Object.entries(wanted)) {
    const found = (await rows(db, query, z.unknown())).length
    const pressed = told.pressed.get(path) ?? 0
    findings.check(TWICE, found <= pressed, () => `${found} rows of ${pressed} presses at ${path}`)
  }
  for (const repeated of [
    sql`select message as words from contact_messages group by message having count(*) > 1`,
    sql`select description as words from aid_applications group by description having count(*) > 1`,
    sql`select email as words from users group by email having count(*) > 1`,
  ])
    findings.same(TWICE, await rows(db, repeated, z.unknown()), [])
}

const Transactions = z.object({
  transactions: z.array(z.object({ reference: z.string(), status: z.string(), amount: z.number() })),
})

/** The provider's successes against our transfers, each way; then the books' own check. */
async function checkMoney(db: Db, { told, findings }: After, provider: StandInProvider): Promise<void> {
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
  for (const reference of told.settled) findings.check(LOST, credited.has(reference), () => `settled ${reference}`)
  findings.same('the books balance', await findDifferences(db), [])
}

const Session = z.object({ status: z.literal(200), body: z.object({ access_token: z.string() }) })
const Signed = z.object({ status: z.literal(200), body: z.object({ signedURL: z.string() }) })
/** A password costs a processor's time on purpose, and each tells as much as the last. */
const PASSWORDS_MAX = 20

/** What only the running server can show: people come back, and open what they have sent. */
export async function checkServer(url: string, { told, findings }: After): Promise<void> {
  const tokens = new Map<string, string>()
  for (const [number, person] of [...told.people].entries()) {
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
  for (const [path, sha256] of told.documents) {
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

/** Whoever paid comes back and asks; of a closed tab the product finds out by itself. */
export async function checkSettled(url: string, { told, findings }: After): Promise<void> {
  const until = Date.now() + SETTLED_WITHIN_MILLISECONDS
  for (const reference of told.paid.keys()) {
    const closed = told.closedTabs.has(reference)
    const ask = () =>
      closed ? call(`${url}/api/payments/${reference}`) : call(`${url}/functions/v1/verify`, { reference })
    const settled = async () => Status.parse((await ask()).body).status === 'success'
    let found = await settled()
    while (!found && Date.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 250))
      found = await settled()
    }
    const promise = closed ? 'a closed tab settles by itself' : 'whoever paid is told so'
    findings.check(promise, found, () => reference)
  }
}

const Status = z.object({ status: z.string() })
