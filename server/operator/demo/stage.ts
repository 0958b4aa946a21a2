/**
 * The demo's stage: one transaction, a clock that is set to each step, and a sandbox of its own, called over HTTP as always. The
 * instance's sandbox answers for its payments once the demo is over.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Provider } from '../../../sandbox/provider.ts'
import { createSandbox } from '../../../sandbox/sandbox.ts'
import { createPayouts, type Payouts } from '../../aid/domain.ts'
import { storyOf } from '../../office/domain.ts'
import type { Approver } from '../../aid/awards/subjects.ts'

import { createPayments } from '../../money/domain.ts'
import type { Payments } from '../../money/payments/payments.ts'
import { insertAccount } from '../../people/sign-in/new-account.ts'
import { after, hours } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { onlyRow, type Tx } from '../../platform/db/db.ts'
import { invariant } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/callers.ts'
import { createLog } from '../../platform/logger.ts'
import type { DecisionKind } from '../../record/two-person/decisions.ts'
import { proposals } from '../../record/two-person/schema.ts'
import { demoEmail, type DemoMember } from './people.ts'

export interface Stage {
  /** A core whose database is the transaction, and whose clock is at the current step. */
  readonly core: Core
  readonly tx: Tx
  /** When the demo was started. */
  readonly now: Date
  /** Sets the clock, never later than the start of the demo. */
  readonly setTime: (to: Date) => void
  readonly provider: Provider
  readonly payments: Payments
  readonly payouts: Payouts
}

export type DemoStaff = Readonly<Record<DemoMember, Approver>>

export async function onStage<T>(real: Core, tx: Tx, play: (stage: Stage) => Promise<T>): Promise<T> {
  const now = real.clock.now()
  let time = now
  // Refunds and short balances are worth a warning, but not those of the demo.
  const core: Core = { ...real, db: tx, clock: { now: () => time }, log: createLog('silent') }
  const secretKey = 'demo'
  const { routes, provider } = createSandbox({ ...core, secretKey, webhookUrl: '' })
  provider.switches.set({ webhooks: { drop: true } })
  // While the demo computes, a short timeout would end connections that the client is about to use again.
  const serverOptions = { keepAliveTimeout: hours(1) }
  const server = serve({ fetch: routes.fetch, hostname: '127.0.0.1', port: 0, serverOptions })
  try {
    await once(server, 'listening')
    const baseUrl = `http://127.0.0.1:${portOf(server.address())}`
    const client = { baseUrl, secretKey, clock: core.clock, metrics: core.metrics }
    const payouts = createPayouts(core, client, storyOf(core))
    const payments = createPayments(core, client, {
      followTransfer: () => Promise.resolve(),
      hasTransferMoved: () => Promise.resolve(false),
    })
    const setTime = (to: Date) => (time = to < now ? to : now)
    return await play({ core, tx, now, setTime, provider, payments, payouts })
  } finally {
    server.close()
  }
}

function portOf(address: string | AddressInfo | null): number {
  invariant(address !== null && typeof address === 'object', 'a server on a port has an address')
  return address.port
}

export const daysBefore = (now: Date, days: number): Date => after(now, -hours(24 * days))

/** A confirmed account of a person of the demo, as someone who is signed in. */
export async function signUp({ core, tx }: Stage, name: string, passwordHash: string | null): Promise<Caller> {
  const email = demoEmail(name)
  const account = { email, data: { full_name: name }, passwordHash, confirmedAt: core.clock.now() }
  return {
    userId: await insertAccount(core, tx, account),
    email,
    sessionId: randomUUID(),
    role: 'beneficiary',
    staffRoles: [],
    aal: 'aal1',
    hasSecondStep: false,
    passwordChangeRequired: false,
    recovering: false,
    limited: false,
  }
}

/** Confirms what another of the demo's staff proposed about a subject. */
export async function confirmAbout({ tx }: Stage, kind: DecisionKind, by: Approver, subjectId: string): Promise<void> {
  const about = and(eq(proposals.kind, kind.name), eq(proposals.subjectId, subjectId), eq(proposals.state, 'proposed'))
  const [open] = await tx.select({ id: proposals.id }).from(proposals).where(about)
  invariant(open, 'the demo has just proposed it')
  await kind.confirm(by, open.id)
}

const Asked = z.object({ id: z.string(), version: z.number(), number: z.coerce.bigint(), user_id: z.string() })

/** The request that this person of the demo sent. */
export const requestOf = ({ tx }: Stage, name: string) =>
  onlyRow(
    tx,
    sql`select aid_applications.id::text, version, number::text, user_id::text
          from aid_applications join users on users.id = user_id where email = ${demoEmail(name)}`,
    Asked,
  )
