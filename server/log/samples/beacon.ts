/**
 * The public random value that decides which payments are drawn: drand's beacon "quicknet", run by independent organisations. A value is
 * published every three seconds; it cannot be known or chosen in advance. https://docs.drand.love
 */
import { z } from 'zod'
import { BEACON_GENESIS_SECONDS, BEACON_PERIOD_SECONDS, QUICKNET } from '../../../contract/beacon.ts'
import { seconds } from '../../lib/clock.ts'
import { sha256 } from '../../lib/crypto.ts'
import type { Env } from '../../env.ts'
import { createJsonClient } from '../../lib/http/json-client.ts'

const Round = z.object({
  round: z.number().int(),
  randomness: z.string().regex(/^[0-9a-f]{64}$/),
  signature: z.string().regex(/^([0-9a-f]{2})+$/),
})

/** What an announcement calls the source. In the sandbox it is a stand-in, which proves nothing. */
export const beaconName = ({ mode }: Pick<Env, 'mode'>): string =>
  mode === 'sandbox' ? 'sandbox' : `drand quicknet ${QUICKNET}`

/** The first round that is published at or after a moment. */
export function roundAfter(moment: Date): number {
  const since = moment.getTime() / 1_000 - BEACON_GENESIS_SECONDS
  return Math.max(1, Math.ceil(since / BEACON_PERIOD_SECONDS) + 1)
}

/** When a round is published. */
export const timeOfRound = (round: number): Date =>
  new Date(seconds(BEACON_GENESIS_SECONDS + (round - 1) * BEACON_PERIOD_SECONDS))

/**
 * The random value of a round, as 64 hex digits.
 * @throws Error where the relay does not answer with this round, or its value is not the hash of its signature
 */
export async function readRound({ beaconUrl, selfUrl, mode }: Env, round: number): Promise<string> {
  const baseUrl =
    beaconUrl ?? (mode === 'sandbox' ? `${selfUrl}/sandbox/paystack/beacon` : `https://api.drand.sh/${QUICKNET}`)
  const read = createJsonClient({ baseUrl, headers: {}, timeoutMilliseconds: seconds(10), answerBytesMax: 10_000 })
  const { status, text } = await read(`/public/${round}`)
  if (status !== 200) throw new Error(`The beacon answers ${status} for round ${round}.`)
  const found = Round.parse(JSON.parse(text))
  const hash = sha256(Buffer.from(found.signature, 'hex')).toString('hex')
  if (found.round !== round || found.randomness !== hash)
    throw new Error(`The beacon's value of round ${round} is not the hash of its signature.`)
  return found.randomness
}
