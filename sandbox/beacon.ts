/** The stand-in for drand's relays: the same addresses and answers, signed with a key that everyone can read, so they prove nothing. */
import { createHash } from 'node:crypto'
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { Hono } from 'hono'
import { BEACON_GENESIS_SECONDS, BEACON_PERIOD_SECONDS } from '../contract/proof/beacon.ts'
import { roundMessage } from '../contract/proof/beacon-signature.ts'
import type { Clock } from '../server/platform/clock.ts'

const SECRET = createHash('sha256').update('sandbox').digest()

export function beaconStandIn({ clock }: { readonly clock: Clock }): Hono {
  return new Hono().get('/public/:round{[0-9]{1,12}}', async (c) => {
    const round = Number(c.req.param('round'))
    const publishedAt = BEACON_GENESIS_SECONDS + (round - 1) * BEACON_PERIOD_SECONDS
    // drand's relays answer so before a round is there.
    if (round < 1 || publishedAt * 1_000 > clock.now().getTime())
      return c.json({ error: 'Requested future beacon' }, 425)
    const signatures = bls12_381.shortSignatures
    const signature = signatures.sign(signatures.hash(await roundMessage(round)), Uint8Array.from(SECRET)).toBytes()
    const randomness = createHash('sha256').update(signature).digest('hex')
    return c.json({ round, randomness, signature: Buffer.from(signature).toString('hex') })
  })
}
