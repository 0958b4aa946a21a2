/** Remembers the devices a user signs in from, and mails the user about a sign-in from a new one. */
import { and, eq, lt, ne } from 'drizzle-orm'
import { after, hours } from '../lib/clock.ts'
import { hmacSha256 } from '../lib/crypto.ts'
import type { Tx } from '../lib/db/db.ts'
import type { Job } from '../lib/jobs.ts'
import { enqueueMail } from '../lib/mail/outbox.ts'
import type { Account } from './accounts.ts'
import type { Auth } from './auth.ts'
import { deviceLetter } from './letters/new-device.ts'
import { knownDevices } from './schema.ts'
import type { Origin } from './sessions.ts'

const REMEMBERED_FOR = hours(365 * 24)

/** Remembers a device without a mail, for sign-up: the first device is not news. */
export async function rememberDevice(auth: Auth, tx: Tx, userId: string, origin: Origin): Promise<void> {
  const lastSeenAt = auth.clock.now()
  await tx
    .insert(knownDevices)
    .values({ userId, deviceHash: deviceHash(auth, userId, origin), lastSeenAt })
    .onConflictDoUpdate({ target: [knownDevices.userId, knownDevices.deviceHash], set: { lastSeenAt } })
}

/** Remembers a device. If it is new and not the first, the user is told by mail. */
export async function rememberDeviceAndNotify(auth: Auth, tx: Tx, account: Account, origin: Origin): Promise<void> {
  const now = auth.clock.now()
  const device = { userId: account.id, deviceHash: deviceHash(auth, account.id, origin), lastSeenAt: now }
  // When two sign-ins from a new device race, only one inserts it, so only one mail is sent.
  const added = await tx.insert(knownDevices).values(device).onConflictDoNothing().returning()
  if (added.length === 0) return rememberDevice(auth, tx, account.id, origin)
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
