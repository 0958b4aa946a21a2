/** Who is under way in a load, and what each of them does over and over until it ends. */
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { newKey } from '../../test/processes/client.ts'
import { REQUEST } from '../../test/support/asking.ts'
import { PASSWORD } from '../../test/support/signing-in.ts'
import { PUBLIC_URL } from '../stage.ts'
import { ask, press, type Acting } from './acting.ts'
import type { Person } from './told.ts'

const Opened = z.object({ reference: z.string(), amount: z.number(), receipt_code: z.string() })
const OpenedTopUp = z.object({ reference: z.string(), transaction: z.object({ amount: z.number() }) })
const WithId = z.object({ id: z.string() })
const Given = z.object({ transaction: z.object({ id: z.string(), amount: z.number() }) })
const Status = z.object({ status: z.string() })
const Session = z.object({ access_token: z.string(), refresh_token: z.string(), user: z.object({ id: z.string() }) })

const some = (from: number, to: number) => from + Math.floor(Math.random() * (to - from))
const bearer = ({ accessToken }: Person) => ({ authorization: `Bearer ${accessToken}` })

/** Gives, pays, and asks what became of it. Some close the tab, some do not pay. */
export async function donor(acting: Acting): Promise<void> {
  const { told } = acting
  const wanted = { amount: some(10_000, 2_000_000) / 100, donation_type: 'food' }
  const answer = await press(acting, { path: '/api/donations', body: wanted }, [201])
  if (answer?.status !== 201) return
  const { reference, amount, receipt_code: receiptCode } = Opened.parse(answer.body)
  told.gifts.set(reference, { kobo: Math.round(amount * 100), receiptCode })
  await payAndAsk(acting, reference, amount)
}

async function payAndAsk(acting: Acting, reference: string, naira: number): Promise<void> {
  const { told, provider } = acting
  if (Math.random() < 1 / 8) return
  await provider.control('pay', { reference, silently: Math.random() < 0.7 })
  told.paid.set(reference, Math.round(naira * 100))
  if (acting.closesTabs && Math.random() < 1 / 8) {
    told.closedTabs.add(reference)
    return
  }
  const answers = await Promise.all(
    [1, 2].map(() => ask(acting, { path: '/functions/v1/verify', body: { reference } }, [200])),
  )
  for (const answer of answers)
    if (answer?.status === 200 && Status.parse(answer.body).status === 'success') told.settled.add(reference)
}

/** Signs up, and is known from then on. */
export async function newcomer(acting: Acting): Promise<Person | null> {
  const email = `${newKey()}@mail.example`
  const body = { email, password: PASSWORD, data: { full_name: 'Amina Yusuf', role: 'beneficiary' } }
  // Pressed once: whoever was cut off does not know whether there is an account.
  const answer = await ask(acting, { path: '/auth/v1/signup', body }, [200])
  if (answer?.status !== 200) return null
  const { access_token: accessToken, refresh_token: refreshToken, user } = Session.parse(answer.body)
  const person = { email, userId: user.id, accessToken, refreshToken, topUps: new Set<string>() }
  const known: Person = { ...person, walletGifts: new Map() }
  acting.told.people.add(known)
  return known
}

/** Refreshes the session, and signs in once more elsewhere. */
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

/** Tops the wallet up, and gives a part of it away. */
export async function walletOwner(acting: Acting, person: Person): Promise<void> {
  const naira = some(100, 1000)
  const begun = await press(
    acting,
    { path: '/api/wallet/top-ups', body: { amount: naira }, headers: bearer(person) },
    [201],
  )
  if (begun?.status === 201) {
    const { reference, transaction } = OpenedTopUp.parse(begun.body)
    person.topUps.add(reference)
    await payAndAsk(acting, reference, transaction.amount)
  }
  const gift = { amount: some(100, 300), donation_type: 'school' }
  const given = await press(acting, { path: '/api/wallet/gifts', body: gift, headers: bearer(person) }, [201])
  if (given?.status !== 201) return
  const { transaction } = Given.parse(given.body)
  person.walletGifts.set(transaction.id, Math.round(transaction.amount * 100))
}

/** Writes to the people behind the instance. */
export async function writer(acting: Acting): Promise<void> {
  const message = `A question ${newKey()}`
  const body = { first_name: 'Amina', last_name: 'Yusuf', email: 'amina@mail.example', subject: 'A question', message }
  const answer = await press(acting, { path: '/api/contact-messages', body }, [201])
  if (answer?.status === 201) acting.told.messages.set(WithId.parse(answer.body).id, message)
}

let uploads = 0

/** Uploads a document, and asks for aid with it. */
export async function applicant(acting: Acting, person: Person): Promise<void> {
  const { told } = acting
  uploads += 1
  const path = `${person.userId}/${1_763_690_000_000 + uploads}_letter.pdf`
  const bytes = Buffer.from(`%PDF-1.7\n% ${newKey()}\n${'x'.repeat(some(1000, 60_000))}\n%%EOF\n`)
  const url = `/storage/v1/object/documents/${path}`
  // Again and again over what may be there already: the same bytes once more change nothing.
  const stored = await press(
    acting,
    { path: url, body: new Blob([bytes]), headers: { ...bearer(person), 'x-upsert': 'true' } },
    [200],
  )
  if (stored?.status !== 200) return
  told.documents.set(path, createHash('sha256').update(bytes).digest('hex'))
  const description = `School fees ${newKey()}`
  const body = { ...REQUEST, description, documents_provided: [`${PUBLIC_URL}${url}`] }
  const sent = await press(acting, { path: '/api/applications', body, headers: bearer(person) }, [201])
  if (sent?.status === 201) told.requests.set(WithId.parse(sent.body).id, description)
}

/** What everybody looks at. */
export async function visitor(acting: Acting): Promise<void> {
  await ask(acting, { path: '/api/stats' }, [200])
  await ask(acting, { path: '/api/config' }, [200])
  await pause(20)
}
