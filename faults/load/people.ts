/** The people of a load, and what each of them does repeatedly until it ends. */
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { newKey } from '../../test/processes/client.ts'
import { REQUEST } from '../../test/support/asking.ts'
import { PASSWORD } from '../../test/support/signing-in.ts'
import { PUBLIC_URL } from '../stage.ts'
import { ask, submit, type Acting } from './acting.ts'
import type { Person } from './acknowledged.ts'

const Opened = z.object({ reference: z.string(), amount: z.number(), receipt_code: z.string() })
const OpenedTopUp = z.object({ reference: z.string(), transaction: z.object({ amount: z.number() }) })
const WithId = z.object({ id: z.string() })
const Given = z.object({ transaction: z.object({ id: z.string(), amount: z.number() }) })
const Status = z.object({ status: z.string() })
const Session = z.object({ access_token: z.string(), refresh_token: z.string(), user: z.object({ id: z.string() }) })

const some = (from: number, to: number) => from + Math.floor(Math.random() * (to - from))
let amounts = 0
/** In naira. Each amount is used once, so that its amount tells a duplicate. */
const uniqueAmount = (from: number) => (from * 100 + (amounts += 1)) / 100
const bearer = ({ accessToken }: Person) => ({ authorization: `Bearer ${accessToken}` })

/** Gives, pays, and asks for the status. Some people close the tab, some do not pay. */
export async function donor(acting: Acting): Promise<void> {
  const { acknowledged } = acting
  const wanted = { amount: uniqueAmount(some(1, 10) * 1000), donation_type: 'food' }
  const answer = await submit(acting, { path: '/api/donations', body: wanted }, [201])
  if (answer?.status !== 201) return
  const { reference, amount, receipt_code: receiptCode } = Opened.parse(answer.body)
  acknowledged.gifts.set(reference, { kobo: Math.round(amount * 100), receiptCode })
  await payAndAsk(acting, reference, amount)
}

async function payAndAsk(acting: Acting, reference: string, naira: number): Promise<void> {
  const { acknowledged, provider } = acting
  if (Math.random() < 1 / 8) return
  // First: the product may credit it before this process knows that it is paid.
  acknowledged.paid.set(reference, Math.round(naira * 100))
  await provider.control('pay', { reference, silently: Math.random() < 0.7 })
  if (acting.closesTabs && Math.random() < 1 / 8) {
    acknowledged.closedTabs.add(reference)
    return
  }
  const answers = await Promise.all(
    [1, 2].map(() => ask(acting, { path: '/functions/v1/verify', body: { reference } }, [200])),
  )
  for (const answer of answers)
    if (answer?.status === 200 && Status.parse(answer.body).status === 'success') acknowledged.settled.add(reference)
}

/** Signs up. */
export async function newcomer(acting: Acting): Promise<Person | null> {
  const email = `${newKey()}@mail.example`
  const body = { email, password: PASSWORD, data: { full_name: 'Amina Yusuf', role: 'beneficiary' } }
  // Sent once: without an answer, the person does not know whether the account exists.
  const answer = await ask(acting, { path: '/auth/v1/signup', body }, [200])
  if (answer?.status !== 200) return null
  const { access_token: accessToken, refresh_token: refreshToken, user } = Session.parse(answer.body)
  const person = { email, userId: user.id, accessToken, refreshToken, topUps: new Set<string>() }
  const known: Person = { ...person, walletGifts: new Map() }
  acting.acknowledged.people.add(known)
  return known
}

/** Refreshes the session, and signs in on another device. */
export async function returning(acting: Acting, person: Person): Promise<void> {
  const path = '/auth/v1/token?grant_type='
  const refreshed = await ask(
    acting,
    { path: `${path}refresh_token`, body: { refresh_token: person.refreshToken } },
    [200],
  )
  if (refreshed?.status === 200) {
    const session = Session.parse(refreshed.body)
    person.accessToken = session.access_token
    person.refreshToken = session.refresh_token
  }
  await ask(acting, { path: `${path}password`, body: { email: person.email, password: PASSWORD } }, [200])
}

let topUps = 0

/** Tops up the wallet, and gives part of the balance. */
export async function walletOwner(acting: Acting, person: Person): Promise<void> {
  topUps += 1
  const naira = 300 + topUps
  const begun = await submit(
    acting,
    { path: '/api/wallet/top-ups', body: { amount: naira }, headers: bearer(person) },
    [201],
  )
  if (begun?.status === 201) {
    const { reference, transaction } = OpenedTopUp.parse(begun.body)
    person.topUps.add(reference)
    await payAndAsk(acting, reference, transaction.amount)
  }
  const gift = { amount: uniqueAmount(100), donation_type: 'school' }
  const given = await submit(acting, { path: '/api/wallet/gifts', body: gift, headers: bearer(person) }, [201])
  if (given?.status !== 201) return
  const { transaction } = Given.parse(given.body)
  person.walletGifts.set(transaction.id, Math.round(transaction.amount * 100))
}

/** Sends a contact message. */
export async function writer(acting: Acting): Promise<void> {
  const message = `A question ${newKey()}`
  const body = { first_name: 'Amina', last_name: 'Yusuf', email: 'amina@mail.example', subject: 'A question', message }
  const answer = await submit(acting, { path: '/api/contact-messages', body }, [201])
  if (answer?.status === 201) acting.acknowledged.messages.set(WithId.parse(answer.body).id, message)
}

let uploads = 0

/** Uploads a document, and asks for aid with it. */
export async function applicant(acting: Acting, person: Person): Promise<void> {
  const { acknowledged } = acting
  uploads += 1
  const path = `${person.userId}/${1_763_690_000_000 + uploads}_letter.pdf`
  const bytes = Buffer.from(`%PDF-1.7\n% ${newKey()}\n${'x'.repeat(some(1000, 60_000))}\n%%EOF\n`)
  const url = `/storage/v1/object/documents/${path}`
  // Retried over a document that may exist already: the same bytes change nothing.
  const stored = await submit(
    acting,
    { path: url, body: new Blob([bytes]), headers: { ...bearer(person), 'x-upsert': 'true' } },
    [200],
  )
  if (stored?.status !== 200) return
  acknowledged.documents.set(path, createHash('sha256').update(bytes).digest('hex'))
  const description = `School fees ${newKey()}`
  const body = { ...REQUEST, description, documents_provided: [`${PUBLIC_URL}${url}`] }
  const sent = await submit(acting, { path: '/api/applications', body, headers: bearer(person) }, [201, 409])
  // 409: this person has five undecided requests.
  if (sent?.status === 201) acknowledged.requests.set(WithId.parse(sent.body).id, description)
}

/** Reads what every page shows. */
export async function visitor(acting: Acting): Promise<void> {
  await ask(acting, { path: '/api/stats' }, [200])
  await ask(acting, { path: '/api/config' }, [200])
  await pause(20)
}
