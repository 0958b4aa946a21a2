/** The findings of the doctor, one line each: the state, what it means and what to do. Never a secret. */
import { z } from 'zod'
import { codeOf, isDatabaseUnavailable, READ_ONLY, refusedConnection } from '../../platform/db/errors.ts'
import { StartError } from '../../platform/errors.ts'

const LEVELS = ['ok', 'warning', 'problem'] as const

export const Finding = z.strictObject({
  /** ok: nothing to do. warning: it works, but you should know. problem: needs action. */
  level: z.enum(LEVELS),
  /** The part of the instance: `mail`. */
  about: z.string(),
  says: z.string(),
})
export type Finding = z.output<typeof Finding>

/** Builds findings about a part of the instance. */
export function findingsAbout(about: string) {
  const at =
    (level: Finding['level']) =>
    (says: string): Finding => ({ level, about, says })
  return { ok: at('ok'), warning: at('warning'), problem: at('problem') }
}

/** Runs a check. If the check itself fails, that is a finding too, and the other checks still run. */
export async function check(about: string, run: () => Promise<Finding[]> | Finding[]): Promise<Finding[]> {
  const { problem } = findingsAbout(about)
  try {
    return await run()
  } catch (error) {
    if (error instanceof StartError) return [problem(error.message)]
    if (codeOf(error) === READ_ONLY)
      return [problem('No host of the database takes writes: promote a standby, or add the primary to DATABASE_URL.')]
    const refusal = refusedConnection(error)
    if (refusal !== undefined) return [problem(`A connection is refused: ${refusal}.`)]
    if (isDatabaseUnavailable(error)) return [problem('The database does not answer.')]
    // Only the name of an unexpected error: its message may contain secrets.
    return [problem(`This could not be checked (${error instanceof Error ? error.name : 'unknown'}).`)]
  }
}

/** `3 mails wait`, `1 mail waits`: numbers with their noun. */
export function count(n: number, one: string, many: string): string {
  return n === 1 ? `1 ${one}` : `${n.toLocaleString('en')} ${many}`
}
