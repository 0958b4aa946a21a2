/** Starts a gift at our server, once, whatever the line does. */
import { call, type CallReply } from '../../api/client.ts'
import { createSender } from '../../api/send-once.ts'
import type { Wish } from './gift.ts'

export type StartedGift = CallReply<'POST /api/donations'>

export function createStarter(): (wish: Wish) => Promise<StartedGift> {
  return createSender((wish: Wish, idempotencyKey) => call('POST /api/donations', { body: wish, idempotencyKey }))
}
