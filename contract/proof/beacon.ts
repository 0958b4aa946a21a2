/** Sources of the public random value that draws samples. docs/transparency.md explains the draw. */

/** drand's chain "quicknet": the hash that names it, its first moment in Unix seconds, and how often it publishes a value. */
const QUICKNET = '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971'
export const BEACON_GENESIS_SECONDS = 1_692_803_367
export const BEACON_PERIOD_SECONDS = 3

interface Beacon {
  /** As an announcement calls it. */
  readonly name: string
  /** drand's relays serve a chain below its hash. */
  readonly chain: string
  /** Signs each round: a point of G2 on BLS12-381, as hex digits. */
  readonly publicKey: string
}

export const BEACONS = {
  /** The key of the League of Entropy for quicknet. No single organisation has the secret half. */
  quicknet: {
    name: `drand quicknet ${QUICKNET}`,
    chain: QUICKNET,
    publicKey:
      '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  },
  /** A stand-in, whose secret everyone can read: it proves nothing. */
  sandbox: {
    name: 'sandbox',
    chain: 'sandbox',
    publicKey:
      'a0d22536f75f4819fa03c7577797c9551247ceddb0355407b469b9bc899d988cfc62d380799ebf3ece4f1ab5678a73c80f04ea13fff3f813b94cc04ba51919d8d79e40e016e096f6d0212d980703445a22145fce1c820e7b1f9341e99c6367c5',
  },
} as const satisfies Record<string, Beacon>
export type BeaconName = keyof typeof BEACONS
