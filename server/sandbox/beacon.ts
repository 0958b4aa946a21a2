/** The stand-in for drand's relays: the same addresses and answers, with values that prove nothing. */
import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { BEACON_GENESIS_SECONDS, BEACON_PERIOD_SECONDS } from '../../contract/beacon.ts'
import type { Clock } from '../lib/clock.ts'

export function beaconStandIn({ clock }: { readonly clock: Clock }): Hono {
  return new Hono().get('/public/:round{[0-9]{1,12}}', (c) => {
    const round = Number(c.req.param('round'))
    const publishedAt = BEACON_GENESIS_SECONDS + (round - 1) * BEACON_PERIOD_SECONDS
    // drand's relays answer so before a round is there.
    if (round < 1 || publishedAt * 1_000 > clock.now().getTime())
      return c.json({ error: 'Requested future beacon' }, 425)
    const signature = createHash('sha384').update(`sandbox ${round}`).digest()
    const randomness = createHash('sha256').update(signature).digest('hex')
    return c.json({ round, randomness, signature: signature.toString('hex') })
  })
}
