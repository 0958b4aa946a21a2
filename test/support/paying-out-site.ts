/** Pays out on the site of the browser tests, as two administrators do through the API. Amounts in naira. */
import { sql } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import { z } from 'zod'
import type { Applicant } from './applicant.ts'
import { pdf } from './documents.ts'
import { PASSWORD, signIn, signUp, type StoredSession } from './signing-in.ts'
import type { Site } from './site.ts'
import { callAs, payAt } from './wallet-page.ts'

const Gift = z.object({ reference: z.string(), access_code: z.string() })
const Award = z.object({
  id: z.uuid(),
  payouts: z.array(z.object({ id: z.uuid(), state: z.string(), slip: z.string().nullable() })),
})
const Own = z.object({
  award: z.object({
    payouts: z.array(z.object({ slip: z.object({ number: z.string(), code: z.string() }).nullable() })),
  }),
})

export interface SitePayouts {
  readonly sessions: readonly [StoredSession, StoredSession]
  /** Gives to a fund and pays. */
  fill(amount: number, fund?: string): Promise<void>
  /** Approves a request and grants it an award. @returns the award's id */
  grant(requestId: string, amount: number, fund?: string): Promise<string>
  /** Proposes and releases a disbursement. @returns its id */
  release(awardId: string, amount: number, more?: object): Promise<string>
  handOver(disbursementId: string, amount: number): Promise<void>
  /** As an administrator does. @returns the answer */
  act(path: string, body: object, by?: 0 | 1): Promise<unknown>
  /** The number and the code of the first slip of a request. */
  slipOf(applicant: Applicant, requestId: string): Promise<{ number: string; code: string }>
}

/** Signs up, and makes the account an administrator. */
export async function newAdministrator(site: Site, email: string) {
  await signUp(site.url, email)
  await site.database.db.execute(
    sql`update profiles set role = 'admin' where user_id = (select id from users where email = ${email})`,
  )
  return signIn(site.url, { email, password: PASSWORD })
}

/** Gives to a fund and pays. */
export async function fillFund(site: Site, amount: number, fund = 'school'): Promise<void> {
  const started = await fetch(`${site.url}/api/donations`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() },
    body: JSON.stringify({ amount, donation_type: fund }),
  })
  const { reference, access_code } = Gift.parse(await started.json())
  await payAt(`${site.url}/sandbox/paystack/checkout/${access_code}`)
  const status = async () => (await fetch(`${site.url}/api/payments/${reference}`)).json()
  // The webhook settles it. `expect.poll` works within tests only.
  await vi.waitFor(async () => expect(await status()).toMatchObject({ status: 'success' }), { timeout: 60_000 })
}

/** In every session: what the tests of a file release in a day adds up. */
async function passSecondStep(site: Site, userId: string): Promise<void> {
  const passed = JSON.stringify([{ method: 'totp', timestamp: Math.floor(Date.now() / 1000) }])
  await site.database.db.execute(sql`update sessions set amr = ${passed}::jsonb || amr where user_id = ${userId}::uuid`)
}

/** Makes two administrators. */
export async function sitePayouts(site: Site): Promise<SitePayouts> {
  const sessions = [
    await newAdministrator(site, `halima.${crypto.randomUUID()}@mail.example`),
    await newAdministrator(site, `musa.${crypto.randomUUID()}@mail.example`),
  ] as const
  const act: SitePayouts['act'] = (path, body, by = 0) =>
    callAs(
      sessions[by],
      path.startsWith('PATCH ') ? 'PATCH' : 'POST',
      `${site.url}/api/admin${path.replace('PATCH ', '')}`,
      body,
    )
  const lastOf = (answer: unknown) => {
    const last = Award.parse(answer).payouts.at(-1)
    if (!last) throw new Error('lastOf: the award has no disbursement')
    return last
  }
  return {
    sessions,
    act,
    fill: (amount, fund) => fillFund(site, amount, fund),
    async grant(requestId, amount, fund = 'school') {
      await act(`PATCH /applications/${requestId}`, { status: 'approved', identity_checked: true })
      const body = { amount, funds: [{ fund, amount }] }
      const { id } = Award.parse(await act(`/applications/${requestId}/awards`, body))
      Award.parse(await act(`/awards/${id}/grant`, { expected_state: 'proposed' }, 1))
      return id
    },
    async release(awardId, amount, more = {}) {
      const { id } = lastOf(await act(`/awards/${awardId}/payouts`, { kind: 'manual_bank', amount, ...more }))
      await passSecondStep(site, sessions[1].user.id)
      expect(lastOf(await act(`/payouts/${id}/release`, { expected_state: 'proposed' }, 1)).state).toBe('released')
      return id
    },
    async handOver(disbursementId, amount) {
      const path = `/storage/v1/object/documents/${sessions[0].user.id}/${Date.now()}_receipt-${crypto.randomUUID()}.pdf`
      const stored = await fetch(site.url + path, {
        method: 'POST',
        headers: { Authorization: `Bearer ${sessions[0].access_token}`, 'Content-Type': 'application/pdf' },
        body: pdf(),
      })
      expect(stored.status).toBe(200)
      const on = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10)
      const body = { expected_state: 'released', amount, on, evidence: [site.url + path] }
      lastOf(await act(`/payouts/${disbursementId}/handed-over`, body))
    },
    async slipOf({ session }, requestId) {
      const answer = await callAs(session, 'GET', `${site.url}/api/applications/${requestId}/award`)
      const slip = Own.parse(answer).award.payouts[0]?.slip
      if (!slip) throw new Error('slipOf: there is no slip')
      return slip
    },
  }
}
