/**
 * The public random value that decides which payments are drawn: drand's beacon "quicknet", run by independent organisations. A value is
 * published every three seconds; it cannot be known or chosen in advance. https://docs.drand.love
 */
import { z } from 'zod'
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { BEACON_GENESIS_SECONDS, BEACON_PERIOD_SECONDS, BEACONS } from '../../../../contract/proof/beacon.ts'
import { isSignedByBeacon } from '../../../../contract/proof/beacon-signature.ts'
import { seconds } from '../../../platform/clock.ts'
import { sha256 } from '../../../platform/crypto.ts'
import type { Env } from '../../../platform/env/env.ts'
import { createJsonClient } from '../../../platform/http/json-client.ts'

const Round = z.object({
  round: z.number().int(),
  randomness: z.string().regex(/^[0-9a-f]{64}$/),
  signature: z.string().regex(/^([0-9a-f]{2})+$/),
})

/** The first round that is published at or after a moment. */
export function roundAfter(moment: Date): number {
  const since = moment.getTime() / 1_000 - BEACON_GENESIS_SECONDS
  return Math.max(1, Math.ceil(since / BEACON_PERIOD_SECONDS) + 1)
}

/** When a round is published. */
export const timeOfRound = (round: number): Date =>
  new Date(seconds(BEACON_GENESIS_SECONDS + (round - 1) * BEACON_PERIOD_SECONDS))

export interface BeaconValue {
  /** As hex digits: 32 bytes, and 48. */
  readonly randomness: string
  readonly signature: string
}

/**
 * The random value of a round, with what proves it.
 * @throws Error where the relay does not answer with this round, or the beacon has not signed it
 */
export async function readRound({ beacon, beaconUrl, selfUrl, mode }: Env, round: number): Promise<BeaconValue> {
  const { publicKey, chain } = BEACONS[beacon]
  const baseUrl =
    beaconUrl ?? (mode === 'sandbox' ? `${selfUrl}/sandbox/paystack/beacon` : `https://api.drand.sh/${chain}`)
  const read = createJsonClient({ baseUrl, headers: {}, timeoutMilliseconds: seconds(10), answerBytesMax: 10_000 })
  const { status, text } = await read(`/public/${round}`)
  if (status !== 200) throw new Error(`The beacon answers ${status} for round ${round}.`)
  const { randomness, signature, ...found } = Round.parse(JSON.parse(text))
  if (found.round !== round || randomness !== sha256(Buffer.from(signature, 'hex')).toString('hex'))
    throw new Error(`The beacon's value of round ${round} is not the hash of its signature.`)
  if (!(await isSignedByBeacon(bls12_381.shortSignatures, { publicKey, round, signature })))
    throw new Error(`The beacon has not signed the value of round ${round}.`)
  return { randomness, signature }
}
