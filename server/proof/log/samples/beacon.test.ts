/** What a relay answers counts only with the signature of the League of Entropy. The two rounds are published, with their values, in the documents of other clients. */
import { createServer } from 'node:http'
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { expect, onTestFinished, test } from 'vitest'
import { BEACONS } from '../../../../contract/proof/beacon.ts'
import { isSignedByBeacon } from '../../../../contract/proof/beacon-signature.ts'
import { readEnv } from '../../../platform/env/env.ts'
import { readRound, roundAfter, timeOfRound } from './beacon.ts'

/** From drand-verify in Rust and its Python package. */
const PUBLISHED = [
  {
    round: 123,
    signature: 'b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482e26cd02df835d3546d23c4b13e0dfc92',
    randomness: 'fb8f7bc29bf24db51871ec8c79f3a1e4bd0557bc0dfcee9ed1d924e69d1c60dc',
  },
  {
    round: 657_413,
    signature: 'b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b',
    randomness: 'fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587',
  },
] as const

const { quicknet, sandbox } = BEACONS
const isSigned = (round: number, signature: string, { publicKey }: { publicKey: string } = quicknet) =>
  isSignedByBeacon(bls12_381.shortSignatures, { publicKey, round, signature })

test('a published round has the signature of quicknet; of another round, changed or with another key it has not', async () => {
  for (const { round, signature } of PUBLISHED) {
    expect(await isSigned(round, signature)).toBe(true)
    expect(await isSigned(round + 1, signature)).toBe(false)
    expect(await isSigned(round, signature, sandbox)).toBe(false)
    expect(await isSigned(round, `${signature.slice(0, -1)}${signature.endsWith('2') ? '3' : '2'}`)).toBe(false)
    expect(await isSigned(round, signature.slice(0, 64))).toBe(false)
  }
})

/** A relay that always answers the same. */
async function relay(answer: object): Promise<string> {
  const server = createServer((_request, response) => response.end(JSON.stringify(answer)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the relay has no port')
  return `http://127.0.0.1:${address.port}`
}

test('a relay cannot choose the value', async () => {
  const [first, second] = PUBLISHED
  const read = async (answer: object, round: number) => {
    const env = readEnv({
      PAYSTACK_SECRET_KEY: 'sk_test_0123456789',
      PAYSTACK_PUBLIC_KEY: 'pk_test_0123456789',
      LOG_BEACON_URL: await relay(answer),
    })
    return readRound(env, round)
  }
  const { randomness, signature } = first
  expect(await read(first, first.round)).toEqual({ randomness, signature })
  await expect(read(second, first.round)).rejects.toThrow('not the hash of its signature')
  await expect(read({ ...first, randomness: second.randomness }, first.round)).rejects.toThrow('not the hash')
  // A true value of another round.
  await expect(read({ ...second, round: first.round }, first.round)).rejects.toThrow('has not signed')
})

test('the times of rounds are those of quicknet', () => {
  expect(timeOfRound(1).toISOString()).toBe('2023-08-23T15:09:27.000Z')
  expect(roundAfter(timeOfRound(123))).toBe(123)
  expect(roundAfter(new Date(timeOfRound(123).getTime() + 1))).toBe(124)
})
