/** Starts a gift at our server once, however bad the connection. */
import { call, type CallReply } from '../../api/client.ts'
import { createSender } from '../../api/send-once.ts'
import { sleep } from '../../api/sleep.ts'
import type { DonationInput } from './gift.ts'

export type StartedGift = CallReply<'POST /api/donations'>

export function createStarter(): (input: DonationInput) => Promise<StartedGift> {
  return createSender((input: DonationInput, idempotencyKey) =>
    call('POST /api/donations', { body: input, idempotencyKey }),
  )
}

const INTRODUCTION_MILLISECONDS_MAX = 3_000

/**
 * Lets the server know this browser again, so that a retry whose first reply was lost finds the same gift. Never fails: a browser
 * that keeps no cookies starts a second gift then, and the first one, unpaid, expires.
 */
export async function introduceBrowser(): Promise<void> {
  const introduced = call('GET /api/donations/browser', {}).catch(() => {})
  await Promise.race([introduced, sleep(INTRODUCTION_MILLISECONDS_MAX)])
}
