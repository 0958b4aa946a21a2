/** Marks what leaves the site as a test: it must not look as if it were about real money. */
import type { Env } from './env/env.ts'

/** @returns one line, or none where money is real */
export const testMoneyLines = ({ mode }: Pick<Env, 'mode'>): readonly string[] =>
  mode === 'live' ? [] : ['This was a test: no real money moved.']
