/** `npm run admin`, in its own process or in the running server: administrators, signing keys, checks and records. */
import { z } from 'zod'
import { readHeadCode } from '../../office/reading/audit-heads.ts'
import { checkChain } from '../../record/audit/chain.ts'
import {
  listAdministrators,
  makeAdministrator,
  generatePrintedPassword,
  type AdministratorOutcome,
} from '../../people/sign-in/administrators.ts'
import { readEmail } from '../../people/sign-in/email-address.ts'
import { readPhoneNumber } from '../../people/sign-in/phone-number.ts'
import { endEverySession } from '../../people/sign-in/sessions.ts'
import { rotateSigningKeys } from '../../people/sign-in/signing-keys.ts'
import { processingRecord, RECORD_FORMATS } from '../../platform/data-map/record.ts'
import { resumeNumber, stopNumber } from '../../platform/sms/stopped-numbers.ts'
import type { Core } from '../../platform/core.ts'
import { StartError } from '../../platform/errors.ts'

export const AdminCommand = z.discriminatedUnion('command', [
  z.strictObject({ command: z.literal('create'), email: z.string(), reset: z.boolean() }),
  z.strictObject({ command: z.literal('list') }),
  z.strictObject({ command: z.literal('rotate-keys') }),
  z.strictObject({ command: z.literal('check-audit'), code: z.string() }),
  z.strictObject({ command: z.literal('sign-out-everybody') }),
  z.strictObject({ command: z.literal('stop-texts'), number: z.string() }),
  z.strictObject({ command: z.literal('resume-texts'), number: z.string() }),
  z.strictObject({ command: z.literal('processing-record'), format: z.enum(RECORD_FORMATS) }),
])
type AdminCommand = z.output<typeof AdminCommand>

const DATA_KEYS_STAY =
  'The data keys, which encrypt documents, bank details and notes, stay as they are: they depend on SECRET_KEY only. Never change SECRET_KEY while they are needed.'

const USAGE = `Say what to do:
  npm run admin -- create EMAIL           creates or promotes an administrator, and prints a password for one day
  npm run admin -- create EMAIL --reset   the same for an existing administrator: revokes all access first
  npm run admin -- list                   lists the administrators' addresses
  npm run admin -- rotate-keys            a new key for signing access tokens; those of the old one are refused
  npm run admin -- sign-out-everybody     ends every session
  npm run admin -- check-audit CODE       compares the audit with a code that was mailed to the administrators
  npm run admin -- stop-texts NUMBER      sends no text message to a number, because its owner asked
  npm run admin -- resume-texts NUMBER    sends them again, because its owner asked
  npm run admin -- processing-record      prints the record of processing for the Nigeria Data Protection Act
  npm run admin -- processing-record --csv   the same as CSV`

/** The commands that take no address. */
const ALONE = ['list', 'rotate-keys', 'sign-out-everybody'] as const

/**
 * Parses the command line.
 * @throws StartError with the usage
 */
export function parseAdminCommand(words: readonly string[]): AdminCommand {
  const [command, email, ...more] = words
  if (command === 'check-audit' && email !== undefined && more.length === 0) {
    if (!readHeadCode(email)) throw new StartError(`${email} is not a code of the audit.\n${USAGE}`)
    return { command, code: email }
  }
  if (command === 'processing-record' && (email === undefined || email === '--csv') && more.length === 0)
    return { command, format: email === undefined ? 'markdown' : 'csv' }
  if ((command === 'stop-texts' || command === 'resume-texts') && email !== undefined && more.length === 0) {
    const number = readPhoneNumber(email)
    if (number === null) throw new StartError(`${email} is not a telephone number.\n${USAGE}`)
    return { command, number }
  }
  const alone = ALONE.find((known) => known === command)
  if (alone !== undefined && email === undefined) return { command: alone }
  if (command !== 'create' || email === undefined || more.some((word) => word !== '--reset') || more.length > 1)
    throw new StartError(USAGE)
  const address = readEmail(email)
  if (address === null) throw new StartError(`${email} is not an e-mail address.\n${USAGE}`)
  return { command, email: address, reset: more.length > 0 }
}

/** @returns the sentence to print. It may contain a password that is stored nowhere else. */
export async function administer(core: Core, order: AdminCommand): Promise<string> {
  if (order.command === 'list') return (await listAdministrators(core)).join('\n') || 'There are no administrators yet.'
  if (order.command === 'rotate-keys') return `${await rotateSigningKeys(core)}\n${DATA_KEYS_STAY}`
  if (order.command === 'check-audit') return checkAudit(core, order.code)
  if (order.command === 'processing-record') return processingRecord(core, order.format, core.clock.now())
  if (order.command === 'sign-out-everybody') {
    const ended = await endEverySession(core.db)
    core.log.warn({ sessions: ended }, 'an operator ended every session')
    return `${ended} sessions ended. Everyone signs in again.`
  }
  if (order.command === 'stop-texts') {
    await stopNumber(core, order.number)
    return 'This number receives no text messages from now on.'
  }
  if (order.command === 'resume-texts') {
    const wasStopped = await resumeNumber(core, order.number)
    return wasStopped
      ? 'This number receives text messages again.'
      : 'This number was not stopped. Nothing was changed.'
  }
  const { email, reset } = order
  const { password, credentials } = await generatePrintedPassword(core)
  const outcome = await makeAdministrator(core, email, credentials, { reset })
  core.log.info({ outcome }, 'an operator asked for an administrator')
  if (outcome === 'unchanged') {
    return `${email} is already an administrator. Nothing was changed.
To set a new password and revoke all access: npm run admin -- create ${email} --reset`
  }
  return `${OUTCOMES[outcome].replace('EMAIL', email)}\n\n${signInLines(core, email, password)}`
}

/** @throws StartError naming what was changed */
async function checkAudit({ db }: Core, code: string): Promise<string> {
  const known = readHeadCode(code)
  if (!known) throw new StartError(`${code} is not a code of the audit.`)
  const { faults, head } = await checkChain(db, known)
  if (faults.length > 0)
    throw new StartError(`The audit was changed:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
  return `The audit is unchanged: ${head?.position ?? 0} entries, and entry ${known.position} has this code.`
}

const RESET = 'Its password, second steps, linked sign-ins and sessions were removed, so all earlier access is revoked.'
const OUTCOMES: Readonly<Record<Exclude<AdministratorOutcome, 'unchanged'>, string>> = {
  made: 'EMAIL is now an administrator.',
  promoted: `EMAIL had an account, and is now an administrator. ${RESET}`,
  reset: `EMAIL remains an administrator. ${RESET}`,
}

/** Sign-in instructions. Printed once, because the database has only the hash of the password. */
export function signInLines({ env }: Core, email: string, password: string): string {
  return `  Sign in at  ${env.publicUrl}/admin-auth
  E-mail      ${email}
  Password    ${password}
  The password is valid for 24 hours, only to choose a new one. It is not shown again.`
}
