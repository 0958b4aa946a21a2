/** The world of the random model of paying out: three administrators, two applicants, a person for whom staff entered a request, and what was done so far. */
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { z } from 'zod'
import { decrypt } from '../../server/platform/crypto.ts'
import { onlyRow } from '../../server/platform/db/db.ts'
import { signInAdministrator, type Administrator } from '../support/administering.ts'
import { newPerson, PASSWORD, REQUEST, type Person } from '../support/asking.ts'
import { profileIdOf } from '../support/linking.ts'
import { newKey } from '../support/server.ts'
import type { Payouts } from '../support/paying-out.ts'

/** Acts that succeeded, in order, as the callers know them. Amounts in naira. */
export type Deed =
  | { readonly did: 'give'; readonly fund: string; readonly amount: number }
  | { readonly did: 'moveRest'; readonly source: string; readonly target: string }
  | { readonly did: 'cover'; readonly fund: string; readonly amount: number }
  | {
      readonly did: 'propose'
      readonly award: string
      readonly request: string
      readonly fund: string
      readonly amount: number
      readonly by: string
    }
  | { readonly did: 'grant'; readonly award: string; readonly by: string }
  | { readonly did: 'cancelAward'; readonly award: string; readonly by: string }
  | {
      readonly did: 'disburse'
      readonly payment: string
      readonly award: string
      readonly amount: number
      readonly by: string
    }
  | { readonly did: 'release'; readonly payment: string; readonly by: string }
  | {
      readonly did: 'handOver'
      readonly payment: string
      readonly amount: number
      readonly holder: string | null
      readonly by: string
    }
  | { readonly did: 'return'; readonly payment: string; readonly amount: number; readonly by: string }
  | { readonly did: 'lose'; readonly payment: string; readonly by: string }
  | { readonly did: 'bookLate'; readonly reference: string; readonly choice: string }
  | { readonly did: 'cash'; readonly holder: string; readonly amount: number }
  | { readonly did: 'name'; readonly request: string; readonly account: string }
  | { readonly did: 'move'; readonly request: string; readonly to: string }

export interface Case {
  readonly request: string
  readonly fund: string
  /** Most that may be granted, in naira. */
  readonly most: number
  /** Staff who are tied to it because they entered it. */
  readonly tied: readonly string[]
  readonly applicant: { readonly name: string; readonly userId: string } | null
}

export interface World {
  readonly payouts: Payouts
  readonly staff: Administrator[]
  readonly cases: readonly Case[]
  readonly deeds: Deed[]
  /** A large gift, which its donor takes back in part once. */
  readonly gift: string
  readonly entered: { readonly profile: string; readonly number: string; readonly userId: string }
  /** Accounts that claim what staff entered. */
  readonly claimers: readonly string[]
  /** Sessions of applicants, by name, until they end. */
  readonly sessions: Map<string, Pick<Person, 'call'>>
  chargedBack: boolean
  /** Gifts to a fund that is closed in the course, and whose rest moves. */
  readonly ending: string[]
}

const MOST = 30_000
/** No request draws on it. */
export const ENDING = 'shelter'
/** The applicant's bank gives this name for both accounts of both. */
export const ACCOUNTS = ['0123456785', '8030000005'] as const
export const STAFF = ['halima', 'musa', 'ladi'] as const

export async function pay({ payouts, deeds }: Pick<World, 'payouts' | 'deeds'>, fund: string, amount: number) {
  const gift = await payouts.start(amount, fund)
  await payouts.pay(gift.reference)
  expect(await payouts.verify(gift)).toBe('success')
  deeds.push({ did: 'give', fund, amount })
  return gift.reference
}

export async function nameAccount(
  { deeds }: Pick<World, 'deeds'>,
  person: Pick<Person, 'call'>,
  request: string,
  number: string,
) {
  const named = { bank_code: '058', account_number: number, account_name: 'YUSUF AMINA HAUWA' }
  const answer = await person.call('POST', `/api/applications/${request}/payee`, named)
  if (answer.status === 200) deeds.push({ did: 'name', request, account: number })
  return answer
}

/** Most sequences then have something to pay: an award, and released payments of it. */
async function grantFirst(
  {
    payouts,
    deeds,
    cases,
    by,
  }: Pick<World, 'payouts' | 'deeds' | 'cases'> & { by: readonly [Administrator, Administrator] },
  place: number,
  amount: number,
  payments: readonly number[],
): Promise<void> {
  const { request = '', fund = '' } = cases[place] ?? {}
  const [halima, musa] = by
  const { id: award } = await payouts.granted(request, amount, by, fund)
  deeds.push(
    { did: 'propose', award, request, fund, amount, by: halima.userId },
    { did: 'grant', award, by: musa.userId },
  )
  for (const part of payments) {
    const payment = await payouts.released(award, part, by, { kind: part > 1000 ? 'manual_bank' : 'cash' })
    deeds.push(
      { did: 'disburse', payment, award, amount: part, by: halima.userId },
      { did: 'release', payment, by: musa.userId },
    )
  }
}

export async function newWorld(payouts: Payouts): Promise<World> {
  await payouts.server.empty()
  const staff = await payouts.administrators(...STAFF)
  const [halima, musa, ladi] = staff
  if (!halima || !musa || !ladi) throw new Error('the world has its administrators')
  const deeds: Deed[] = []
  const cases: Case[] = []
  for (const [place, name] of ['amina', 'bello'].entries()) {
    const person = await newPerson(payouts.server, name)
    const more = place === 0 ? {} : { application_type: 'medical_fee' }
    const request = await payouts.approved(person, halima, { ...more, amount_requested: MOST })
    expect((await nameAccount({ deeds }, person, request, ACCOUNTS[place] ?? '')).status).toBe(200)
    cases.push({
      request,
      fund: place === 0 ? 'school' : 'medical',
      most: MOST,
      tied: [],
      applicant: { name, userId: person.userId },
    })
  }
  const entry = {
    ...REQUEST,
    amount_requested: MOST,
    channel: 'walk_in',
    location: null,
    consent: true,
    privacy_version: '2026-11-22',
    person: { is: 'new', full_name: 'Kande Bala', phone: '08031112222', address: 'Kano' },
  }
  const { body } = await ladi.call('POST', '/api/admin/applications', entry, newKey())
  const entered = z.object({ id: z.string(), case_number: z.string(), user_id: z.string() }).parse(body)
  const approved = await halima.call('PATCH', `/api/admin/applications/${entered.id}`, {
    status: 'approved',
    identity_checked: true,
  })
  expect(approved.status).toBe(200)
  cases.push({ request: entered.id, fund: 'school', most: MOST, tied: [ladi.userId], applicant: null })
  const claimers = ['kemi', 'sani']
  for (const name of claimers) await newPerson(payouts.server, name)
  const gift = await pay({ payouts, deeds }, 'school', 50_000)
  await pay({ payouts, deeds }, 'medical', 20_000)
  const world = { payouts, deeds, cases, by: [halima, musa] as const }
  await grantFirst(world, 0, 20_000, [4000, 3000, 2000, 1000])
  await grantFirst(world, 1, 10_000, [2000])
  await grantFirst(world, 2, 8000, [500])
  return {
    payouts,
    staff,
    cases,
    deeds,
    gift,
    entered: {
      profile: await profileIdOf(payouts.server, entered.user_id),
      number: entered.case_number,
      userId: entered.user_id,
    },
    claimers,
    sessions: new Map(),
    chargedBack: false,
    ending: [await pay({ payouts, deeds }, ENDING, 6000), await pay({ payouts, deeds }, ENDING, 4000)],
  }
}

/** Sessions of staff end after half an hour, and access tokens of applicants after an hour. */
export async function signInAgain({ payouts, staff, sessions }: World): Promise<void> {
  sessions.clear()
  for (const [place, name] of STAFF.entries()) staff[place] = await signInAdministrator(payouts.server, name)
}

export async function signInPerson({ payouts, sessions }: World, name: string): Promise<Pick<Person, 'call'>> {
  const known = sessions.get(name)
  if (known) return known
  const credentials = { email: `${name}@mail.example`, password: PASSWORD }
  const { body } = await payouts.server.call('POST', '/auth/v1/token?grant_type=password', credentials)
  const authorization = `Bearer ${z.string().parse(body['access_token'])}`
  const session: Pick<Person, 'call'> = {
    call: (method, path, sent, headers = {}) => payouts.server.call(method, path, sent, { authorization, ...headers }),
  }
  sessions.set(name, session)
  return session
}

/** The code in the newest text message. */
export async function readCode({ payouts }: World): Promise<string> {
  const { core } = payouts.server
  const { text } = await onlyRow(
    core.db,
    sql`select text_sealed as text from outgoing_text_messages order by created_at desc, id desc limit 1`,
    z.object({ text: z.instanceof(Uint8Array).nullable() }),
  )
  return text ? (/^\d+/.exec(decrypt(core.keys.encryption, Buffer.from(text)).toString())?.[0] ?? '') : ''
}
