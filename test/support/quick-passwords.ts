/** For `node --import`: the server that browser tests share hashes passwords as quickly as the tests' own process (quick-argon2.ts). */
import { registerHooks } from 'node:module'

const QUICK = new URL('quick-argon2.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@node-rs/argon2' && context.parentURL !== QUICK
      ? { url: QUICK, shortCircuit: true }
      : next(specifier, context),
})
