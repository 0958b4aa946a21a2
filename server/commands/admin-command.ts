/** What `npm run admin` does, in its own process or in the running server: administrators, and the keys that sign. */
import { z } from 'zod'
import {
  listAdministrators,
  makeAdministrator,
  generatePrintedPassword,
  type AdministratorOutcome,
} from '../auth/administrators.ts'
import { readEmail } from '../auth/email-address.ts'
import { rotateSigningKeys } from '../auth/signing-keys.ts'
import type { Core } from '../lib/core.ts'
import { StartError } from '../lib/errors.ts'

export const AdminCommand = z.discriminatedUnion('command', [
  z.strictObject({ command: z.literal('create'), email: z.string(), reset: z.boolean() }),
  z.strictObject({ command: z.literal('list') }),
  z.strictObject({ command: z.literal('rotate-keys') }),
])
type AdminCommand = z.output<typeof AdminCommand>

const USAGE = `Say what to do:
  npm run admin -- create EMAIL           makes or promotes an administrator, and prints a password for one day
  npm run admin -- create EMAIL --reset   the same for one who is an administrator already: ends all ways in first
  npm run admin -- list                   the administrators' addresses
  npm run admin -- rotate-keys            a new key for signing access tokens; nobody is signed out`

/**
 * Reads the words of the command line.
 * @throws StartError with how it is used
 */
export function parseAdminCommand(words: readonly string[]): AdminCommand {
  const [command, email, ...more] = words
  if ((command === 'list' || command === 'rotate-keys') && email === undefined) return { command }
  if (command !== 'create' || email === undefined || more.some((word) => word !== '--reset') || more.length > 1)
    throw new StartError(USAGE)
  const address = readEmail(email)
  if (address === null) throw new StartError(`${email} is not an e-mail address.\n${USAGE}`)
  return { command, email: address, reset: more.length > 0 }
}

/** @returns the sentence to print; a password stands in it, and nowhere else */
export async function administer(core: Core, order: AdminCommand): Promise<string> {
  if (order.command === 'list') return (await listAdministrators(core)).join('\n') || 'There is no administrator yet.'
  if (order.command === 'rotate-keys') return rotateSigningKeys(core)
  const { email, reset } = order
  const { password, credentials } = await generatePrintedPassword(core)
  const outcome = await makeAdministrator(core, email, credentials, { reset })
  core.log.info({ outcome }, 'an operator asked for an administrator')
  if (outcome === 'unchanged') {
    return `${email} is an administrator already. Nothing was changed.
To give a new password and end every way in that there was: npm run admin -- create ${email} --reset`
  }
  return `${OUTCOMES[outcome].replace('EMAIL', email)}\n\n${signInLines(core, email, password)}`
}

const RESET =
  'Its password, second steps, linked sign-ins and sessions were reset: whoever had it has nothing of it now.'
const OUTCOMES: Readonly<Record<Exclude<AdministratorOutcome, 'unchanged'>, string>> = {
  made: 'EMAIL is an administrator now.',
  promoted: `The account of EMAIL was there already, and is an administrator's now. ${RESET}`,
  reset: `EMAIL stays an administrator. ${RESET}`,
}

/** Where to sign in, and with what. Printed once: the database has the password's hash only. */
export function signInLines({ env }: Core, email: string, password: string): string {
  return `  Sign in at  ${env.publicUrl}/admin-auth
  E-mail      ${email}
  Password    ${password}
  It is good for 24 hours, and only to choose one of your own. It is not shown again.`
}
