/** Devices that somebody signed in from before. A sign-in from another one is told to the owner by mail. */
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

/** Remembers a device without a word: at sign-up, when there is no other. */
export async function rememberDevice(auth: Auth, tx: Tx, userId: string, origin: Origin): Promise<void> {
  const lastSeenAt = auth.clock.now()
  await tx
    .insert(knownDevices)
    .values({ userId, deviceHash: deviceHash(auth, userId, origin), lastSeenAt })
    .onConflictDoUpdate({ target: [knownDevices.userId, knownDevices.deviceHash], set: { lastSeenAt } })
}

/** Remembers a device, and tells the owner of the account if it is one more than those that were known. */
export async function rememberDeviceAndNotify(auth: Auth, tx: Tx, account: Account, origin: Origin): Promise<void> {
  const now = auth.clock.now()
  const device = { userId: account.id, deviceHash: deviceHash(auth, account.id, origin), lastSeenAt: now }
  // Of two sign-ins from a new device at the same moment one adds it, and so one mail goes out.
  const added = await tx.insert(knownDevices).values(device).onConflictDoNothing().returning()
  if (added.length === 0) return rememberDevice(auth, tx, account.id, origin)
  const others = and(eq(knownDevices.userId, account.id), ne(knownDevices.deviceHash, device.deviceHash))
  const isFirst = (await tx.$count(knownDevices, others)) === 0
  if (isFirst || account.email === null) return
  await enqueueMail(tx, await deviceLetter(auth, account.email, origin), now)
}

/** By what it calls itself, without the numbers: a browser that was updated is the same one. Networks change by the hour. */
function deviceHash(auth: Auth, userId: string, { userAgent }: Origin): Buffer {
  return hmacSha256(auth.keys.devices, `${userId} ${userAgent.replaceAll(/[\d._]+/g, '')}`)
}

/** Forgets devices that nobody signed in from for a year. */
export const devicesCleanup: Job = {
  name: 'auth.devices',
  everyMilliseconds: hours(24),
  async run({ db, clock }) {
    await db.delete(knownDevices).where(lt(knownDevices.lastSeenAt, after(clock.now(), -REMEMBERED_FOR)))
  },
}
