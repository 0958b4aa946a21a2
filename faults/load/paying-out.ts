/** Pays out through the servers of a fleet, as two administrators do. Amounts in naira. */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { rows } from '../../server/platform/db/db.ts'
import { call, give, newKey, verify, type Answer } from '../../test/processes/client.ts'
import type { Fleet } from '../../test/processes/fleet.ts'
import { signUp, type StoredSession } from '../../test/support/signing-in.ts'

export interface PayingOut {
  /** Pays into the fund `school`. */
  give(amount: number): Promise<void>
  /** Awards that wait to be granted, each for the request of another person. @returns their ids */
  proposeAwards(many: number, amount: number): Promise<string[]>
  /** @returns the status */
  grant(award: string): Promise<number>
  /** A granted award with enough for so many payments, whose applicant has named an account. @returns its id */
  awardFor(payments: number): Promise<string>
  /** Proposes a payment to the bank. @returns its id */
  propose(award: string): Promise<string>
  /** @returns the status */
  release(payment: string): Promise<number>
}

const PAYMENT_NAIRA = 100
const Award = z.object({ id: z.uuid(), payouts: z.array(z.object({ id: z.uuid() })) })
const Id = z.object({ id: z.uuid() })

function readAward({ status, body }: Answer): z.output<typeof Award> {
  const read = Award.safeParse(body)
  if (!read.success) throw new Error(`an award was refused with ${status}: ${JSON.stringify(body)}`)
  return read.data
}

const sign = (session: StoredSession) => ({ authorization: `Bearer ${session.access_token}` })

export async function openPayingOut(fleet: Fleet): Promise<PayingOut> {
  const { db } = fleet.database
  const administrator = async () => {
    const email = `${newKey()}@mail.example`
    const session = await signUp(fleet.next(), email)
    await db.execute(
      sql`update profiles set role = 'admin' where user_id = (select id from users where email = ${email})`,
    )
    return sign(session)
  }
  const [first, second] = [await administrator(), await administrator()]
  const act = (by: Record<string, string>, path: string, body: object): Promise<Answer> =>
    call(
      `${fleet.next()}/api/admin${path}`,
      body,
      { ...by, 'idempotency-key': newKey() },
      { withinMilliseconds: 60_000 },
    )
  const giveTo = async (amount: number) => {
    const { reference } = await give(fleet.next(), { amount, donation_type: 'school' })
    await fleet.provider.control('pay', { reference, silently: true })
    if ((await verify(fleet.next(), reference)) !== 'success') throw new Error('the gift is paid')
  }
  const grant = async (award: string): Promise<number> => {
    const { status } = await act(second, `/awards/${award}/grant`, { expected_state: 'proposed' })
    if (status !== 503) return status
    // A busy server says so, and a page asks again.
    await pause(500)
    return grant(award)
  }
  return {
    give: giveTo,
    async proposeAwards(many, amount) {
      const requests = await insertRequests(fleet, many)
      const awards: string[] = []
      for (const request of requests) {
        const body = { amount, funds: [{ fund: 'school', amount }] }
        awards.push(readAward(await act(first, `/applications/${request}/awards`, body)).id)
      }
      return awards
    },
    grant,
    async awardFor(payments) {
      const amount = payments * PAYMENT_NAIRA
      await giveTo(amount + 1000)
      const request = await askWithAccount(fleet, first)
      const body = { amount, funds: [{ fund: 'school', amount }] }
      const { id } = readAward(await act(first, `/applications/${request}/awards`, body))
      if ((await grant(id)) !== 200) throw new Error('the award is granted')
      return id
    },
    async propose(award) {
      const answer = await act(first, `/awards/${award}/payouts`, { kind: 'bank', amount: PAYMENT_NAIRA })
      const last = readAward(answer).payouts.at(-1)
      if (!last) throw new Error('the payment is proposed')
      return last.id
    },
    release: async (payment) =>
      (await act(second, `/payouts/${payment}/release`, { expected_state: 'proposed' })).status,
  }
}

/** An approved request whose applicant has named an account. @returns its id */
async function askWithAccount(fleet: Fleet, administrator: Record<string, string>): Promise<string> {
  const applicant = sign(await signUp(fleet.next(), `${newKey()}@mail.example`))
  const profile = { full_name: 'Amina Yusuf', phone: '08030000000', address: '5 Ahmadu Bello Way, Kaduna' }
  await call(`${fleet.next()}/api/profile`, profile, applicant, { method: 'PUT' })
  const asked = await call(`${fleet.next()}/api/applications`, REQUEST, { ...applicant, 'idempotency-key': newKey() })
  const { id } = Id.parse(asked.body)
  const approved = { status: 'approved', identity_checked: true }
  await call(`${fleet.next()}/api/admin/applications/${id}`, approved, administrator, { method: 'PATCH' })
  const named = await call(`${fleet.next()}/api/applications/${id}/payee`, ACCOUNT, applicant)
  if (named.status !== 200) throw new Error(`the account was refused: ${JSON.stringify(named.body)}`)
  return id
}

const REQUEST = {
  application_type: 'schoolfees',
  description: 'School fees for my daughter.',
  amount_requested: 900_000,
  location: '12 Zoo Road, Kano',
  urgency: 'high',
}
const ACCOUNT = { bank_code: '058', account_number: '0123456785', account_name: 'YUSUF AMINA HAUWA' }

/** Approved requests of as many people. A person asks for one thing at a time, so they are not made through the API. */
async function insertRequests({ database }: Fleet, many: number): Promise<string[]> {
  const people = sql`insert into users (id, email, email_confirmed_at, created_at, updated_at)
    select gen_random_uuid(), gen_random_uuid() || '@mail.example', now(), now(), now() from generate_series(1, ${many}::int) returning id`
  const profiles = sql`insert into profiles (id, user_id, full_name, phone, address, role, is_approved, created_at, updated_at, search_words)
    select gen_random_uuid(), id, 'Amina Yusuf', '08030000000', 'Kaduna', 'beneficiary', true, now(), now(), ''
      from people returning id, user_id`
  const found = await rows(
    database.db,
    sql`with people as (${people}) ${profiles}`,
    z.object({ id: z.uuid(), user_id: z.uuid() }),
  )
  const made = []
  for (const { id, user_id: userId } of found)
    made.push(
      ...(await rows(
        database.db,
        sql`insert into aid_applications (id, user_id, beneficiary_id, application_type, description, amount_requested, location, urgency,
                                          status, idempotency_key_hash, request_hash, created_at, decided_at)
            values (gen_random_uuid(), ${userId}, ${id}, 'schoolfees', 'School fees.', 500000, 'Kano', 'high', 'approved',
                    int8send(1), int8send(1), now(), now()) returning id`,
        Id,
      )),
    )
  return made.map(({ id }) => id)
}
