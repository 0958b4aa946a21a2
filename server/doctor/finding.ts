/** What the doctor says: a line each. It names what is, what that means, and what to do; never a secret. */
import { z } from 'zod'
import { isDatabaseUnavailable } from '../lib/db/errors.ts'
import { StartError } from '../lib/errors.ts'

const LEVELS = ['ok', 'look', 'wrong'] as const

export const Finding = z.strictObject({
  /** ok: nothing to do. look: it works, but somebody should know. wrong: somebody has to do something. */
  level: z.enum(LEVELS),
  /** The part of the instance: `mail`. */
  about: z.string(),
  says: z.string(),
})
export type Finding = z.output<typeof Finding>

/** The three ways to say something about a part. */
export function findingsAbout(about: string) {
  const at =
    (level: Finding['level']) =>
    (says: string): Finding => ({ level, about, says })
  return { ok: at('ok'), look: at('look'), wrong: at('wrong') }
}

/** Runs a check. One that fails on its own is a finding as well, and keeps no other from running. */
export async function check(about: string, run: () => Promise<Finding[]> | Finding[]): Promise<Finding[]> {
  const { wrong } = findingsAbout(about)
  try {
    return await run()
  } catch (error) {
    if (error instanceof StartError) return [wrong(error.message)]
    if (isDatabaseUnavailable(error)) return [wrong('The database does not answer.')]
    // Of an error that nobody expected only its name: its message may hold anything.
    return [wrong(`This could not be looked at (${error instanceof Error ? error.name : 'unknown'}).`)]
  }
}

/** `3 mails wait`, `1 mail waits`: numbers with their noun. */
export function count(n: number, one: string, many: string): string {
  return n === 1 ? `1 ${one}` : `${n.toLocaleString('en')} ${many}`
}
