/** Remembers the devices a user signs in from, and mails the user about a sign-in from a new one. */
import { and, eq, getTableColumns, lt, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import { after, hours } from '../lib/clock.ts'
import { hmacSha256 } from '../lib/crypto.ts'
import type { Tx } from '../lib/db/db.ts'
import { preparedRows } from '../lib/db/prepared.ts'
import type { Job } from '../lib/jobs.ts'
import { enqueueMail } from '../lib/mail/outbox.ts'
import type { Account } from './accounts.ts'
import type { Auth } from './auth.ts'
import { deviceLetter } from './letters/new-device.ts'
import { knownDevices } from './schema.ts'
import type { Origin } from './sessions.ts'

const REMEMBERED_FOR = hours(365 * 24)

const upsertDevice = preparedRows(
  'auth_upsert_device',
  getTableColumns(knownDevices),
  z.object({ inserted: z.boolean() }),
  ({ userId, deviceHash, lastSeenAt }) => sql`
    insert into known_devices (user_id, device_hash, last_seen_at) values (${userId}, ${deviceHash}, ${lastSeenAt})
    on conflict (user_id, device_hash) do update set last_seen_at = excluded.last_seen_at
    returning xmax = 0 as inserted`,
)

/** Remembers a device without a mail, for sign-up: the first device is not news. */
export async function rememberDevice(auth: Auth, tx: Tx, userId: string, origin: Origin): Promise<void> {
  const lastSeenAt = auth.clock.now()
  await upsertDevice(tx, { userId, deviceHash: deviceHash(auth, userId, origin), lastSeenAt })
}

/** Remembers a device. If it is new and not the first, the user is told by mail. */
export async function rememberDeviceAndNotify(auth: Auth, tx: Tx, account: Account, origin: Origin): Promise<void> {
  const now = auth.clock.now()
  const device = { userId: account.id, deviceHash: deviceHash(auth, account.id, origin), lastSeenAt: now }
  // When two sign-ins from a new device race, only one inserts it, so only one mail is sent.
  const [upserted] = await upsertDevice(tx, device)
  if (!upserted?.inserted) return
  const others = and(eq(knownDevices.userId, account.id), ne(knownDevices.deviceHash, device.deviceHash))
  const isFirst = (await tx.$count(knownDevices, others)) === 0
  if (isFirst || account.email === null) return
  await enqueueMail(tx, await deviceLetter(auth, account.email, origin), now)
}

/** Identifies a device by its user agent without version numbers, so an update does not look new. Addresses change too often. */
function deviceHash(auth: Auth, userId: string, { userAgent }: Origin): Buffer {
  return hmacSha256(auth.keys.devices, `${userId} ${userAgent.replaceAll(/[\d._]+/g, '')}`)
}

/** Forgets devices that were not used for a year. */
export const devicesCleanup: Job = {
  name: 'auth.devices',
  everyMilliseconds: hours(24),
  async run({ db, clock }) {
    await db.delete(knownDevices).where(lt(knownDevices.lastSeenAt, after(clock.now(), -REMEMBERED_FOR)))
  },
}
