/**
 * Remembers the devices a user signs in from: by what the browser calls itself, for the mail about a new one, and by a secret in its
 * cookie, which gives the device an allowance for wrong passwords and codes (tries.ts).
 */
import { and, eq, getTableColumns, lt, ne, notInArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { after, hours } from '../../platform/clock.ts'
import { hmacSha256 } from '../../platform/crypto.ts'
import type { Tx } from '../../platform/db/db.ts'
import { prepared, preparedRows } from '../../platform/db/prepared.ts'
import type { Job } from '../../platform/jobs.ts'
import type { Account } from './accounts.ts'
import type { Auth } from './auth.ts'
import { deviceFacts, mailAccount } from './letters.ts'
import { knownDevices } from './schema.ts'
import type { Origin } from './sessions.ts'

const REMEMBERED_FOR = hours(365 * 24)
/** How many devices an account knows by their secret: the ones used last. */
const SECRETS_MAX = 20

/** The cookie with the device's secret. It authenticates nothing: it only tells a known device from an unknown one. */
export const DEVICE_COOKIE = 'taimako_device'
/** In seconds. */
export const DEVICE_COOKIE_MAX_AGE = REMEMBERED_FOR / 1000

const upsertDevice = preparedRows(
  'auth_upsert_device',
  getTableColumns(knownDevices),
  z.object({ inserted: z.boolean() }),
  ({ userId, deviceHash, kind, lastSeenAt }) => sql`
    insert into known_devices (user_id, device_hash, kind, last_seen_at) values (${userId}, ${deviceHash}, ${kind}, ${lastSeenAt})
    on conflict (user_id, device_hash) do update set last_seen_at = excluded.last_seen_at
    returning xmax = 0 as inserted`,
)
const findDevice = prepared(
  'auth_find_device',
  { userId: knownDevices.userId, deviceHash: knownDevices.deviceHash },
  (db, { userId, deviceHash }) =>
    db
      .select({ kind: knownDevices.kind })
      .from(knownDevices)
      .where(and(eq(knownDevices.userId, userId), eq(knownDevices.deviceHash, deviceHash))),
)

/** Remembers a device without a mail, for sign-up: the first device is not news. */
export async function rememberDevice(auth: Auth, tx: Tx, userId: string, origin: Origin): Promise<void> {
  await upsertDevice(tx, agentRow(auth, userId, origin))
  await trustDevice(auth, tx, userId, origin)
}

/** Remembers a device. If it is new and not the first, the user is told by mail. */
export async function rememberDeviceAndNotify(auth: Auth, tx: Tx, account: Account, origin: Origin): Promise<void> {
  await trustDevice(auth, tx, account.id, origin)
  await notifyOfDevice(auth, tx, account, origin)
}

/** Mails the user about a device that is new and not the first, without trusting it. */
export async function notifyOfDevice(auth: Auth, tx: Tx, account: Account, origin: Origin): Promise<void> {
  const device = agentRow(auth, account.id, origin)
  // When two sign-ins from a new device race, only one inserts it, so only one mail is sent.
  const [upserted] = await upsertDevice(tx, device)
  if (!upserted?.inserted) return
  const others = and(
    eq(knownDevices.userId, account.id),
    eq(knownDevices.kind, 'user_agent'),
    ne(knownDevices.deviceHash, device.deviceHash),
  )
  const isFirst = (await tx.$count(knownDevices, others)) === 0
  if (isFirst) return
  await mailAccount(auth, tx, account, null, 'newDevice', deviceFacts(origin))
}

/** A proof that makes a device known: a password or mailed code, or the second step. */
type Proof = 'secret' | 'second_step'

/** Remembers the device's secret: from now on the device is known to this account. */
export async function trustDevice(
  auth: Auth,
  tx: Tx,
  userId: string,
  origin: Origin,
  kind: Proof = 'secret',
): Promise<void> {
  const deviceHash = secretHash(auth, userId, origin, kind)
  const [upserted] = await upsertDevice(tx, { userId, deviceHash, kind, lastSeenAt: auth.clock.now() })
  // A client that keeps no cookies is a new device each time.
  if (upserted?.inserted)
    await tx.execute(sql`delete from known_devices where user_id = ${userId} and kind = ${kind} and device_hash not in (
      select device_hash from known_devices where user_id = ${userId} and kind = ${kind}
       order by last_seen_at desc, device_hash = ${deviceHash} desc limit ${SECRETS_MAX})`)
}

/**
 * Whether the device has signed in to this account before, by its secret, or has passed its second step.
 * @param userId null for an unknown account, which takes the same work
 */
export async function isKnownDevice(
  auth: Auth,
  userId: string | null,
  origin: Origin,
  kind: Proof = 'secret',
): Promise<boolean> {
  const user = userId ?? crypto.randomUUID()
  const found = await findDevice(auth.db, { userId: user, deviceHash: secretHash(auth, user, origin, kind) })
  return found.length > 0
}

/** Forgets the secrets of all other devices of a user: one that signed in with a password that was replaced is not trusted. */
export async function forgetOtherDevices(auth: Auth, tx: Tx, userId: string, origin: Origin): Promise<void> {
  const own = (['secret', 'second_step'] as const).map((kind) => secretHash(auth, userId, origin, kind))
  const others = and(ne(knownDevices.kind, 'user_agent'), notInArray(knownDevices.deviceHash, own))
  await tx.delete(knownDevices).where(and(eq(knownDevices.userId, userId), others))
}

function secretHash(auth: Auth, userId: string, { device }: Origin, kind: Proof): Buffer {
  return hmacSha256(auth.keys.devices, `${userId} ${kind} ${device}`)
}

/** A device by its user agent without version numbers, so an update does not look new. Addresses change too often. */
function agentRow(auth: Auth, userId: string, { userAgent }: Origin) {
  const deviceHash = hmacSha256(auth.keys.devices, `${userId} ${userAgent.replaceAll(/[\d._]+/g, '')}`)
  return { userId, deviceHash, kind: 'user_agent', lastSeenAt: auth.clock.now() } as const
}

/** Forgets devices that were not used for a year. */
export const devicesCleanup: Job = {
  name: 'auth.devices',
  everyMilliseconds: hours(24),
  async run({ db, clock }) {
    await db.delete(knownDevices).where(lt(knownDevices.lastSeenAt, after(clock.now(), -REMEMBERED_FOR)))
  },
}
