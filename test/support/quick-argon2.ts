/**
 * The package that hashes passwords, with less memory and one pass: nearly every test signs people up, and half of its work was that.
 * A hash names its own cost, so comparing needs nothing else. The server that browser tests share hashes
 * the same way (quick-passwords.ts); others in processes of their own at full cost.
 */
import { createRequire } from 'node:module'
import type * as Argon2 from '@node-rs/argon2'
import { z } from 'zod'

const real = z.custom<typeof Argon2>().parse(createRequire(import.meta.url)('@node-rs/argon2'))
const QUICK = { memoryCost: 64, timeCost: 1 }

/** The costs that the product asked for. */
export const askedCosts: (Argon2.Options | null | undefined)[] = []

const quickHash: typeof Argon2.hash = (password, options, signal) => {
  askedCosts.push(options)
  return real.hash(password, { ...options, ...QUICK }, signal)
}
/** The hashes that passwords were compared with, each of which names its cost. */
export const comparedHashes: string[] = []

const watchedVerify: typeof Argon2.verify = (hashed, ...rest) => {
  comparedHashes.push(hashed.toString())
  return real.verify(hashed, ...rest)
}
export const { hash, verify } = { hash: quickHash, verify: watchedVerify }
