/** Starts a gift at our server once, however bad the connection. */
import { call, type CallReply } from '../../api/client.ts'
import { createSender } from '../../api/send-once.ts'
import type { DonationInput } from './gift.ts'

export type StartedGift = CallReply<'POST /api/donations'>

export function createStarter(): (input: DonationInput) => Promise<StartedGift> {
  return createSender((input: DonationInput, idempotencyKey) =>
    call('POST /api/donations', { body: input, idempotencyKey }),
  )
}
