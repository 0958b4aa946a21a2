/**
 * The record of processing that a controller keeps (Nigeria Data Protection Act, 2023): the data map with the periods and recipients
 * of this instance.
 */
import type { Core } from '../core.ts'
import { isLocalAddress, type Env } from '../env/env.ts'
import { describePeriods } from '../env/retention.ts'
import { controllerName } from '../organisation.ts'
import type { DataMapRow, Recipient } from './row.ts'
import { readDataMap } from './rows.ts'
import { fillPeriods, markdownTable, placesOf } from './table.ts'

export const RECORD_FORMATS = ['markdown', 'csv'] as const
type RecordFormat = (typeof RECORD_FORMATS)[number]

const AMAZON = 'https://s3.amazonaws.com'

const LEFT_TO_ADD = [
  'the registered name and address of the controller, and its registration with the Nigeria Data Protection Commission',
  'the data protection officer',
  'hosting, backups and log storage, and who has access to them',
  'the contract with each recipient, and data that leaves Nigeria',
  'processing outside this software, such as payments by bank, letters and telephone calls',
]

type Recorded = Pick<Core, 'env'> & { readonly organisation: Pick<Core['organisation'], 'shown' | 'version'> }

/** @param core the running instance: its contacts, recipients and periods */
export function processingRecord(core: Recorded, format: RecordFormat, today: Date): string {
  const { env, organisation } = core
  const { email, phone } = organisation.shown.support
  const periods = describePeriods(env.retention)
  const names = recipientsOf(env)
  const rows = readDataMap()
    .filter(({ people }) => people.length > 0)
    .map((row) => cellsOf(row, periods, names))
  const controller = `${controllerName(core)} (${env.publicUrl})`
  const contact = `${email}, ${phone}`
  const security = securityMeasures(env)
  if (format === 'csv') {
    const head = ['controller', 'contact', ...COLUMNS, 'security measures']
    return csv([head, ...rows.map((cells) => [controller, contact, ...cells, security])])
  }
  return `# Record of processing

Printed on ${today.toISOString().slice(0, 10)} from the data map and the settings of this instance.

- Controller: ${controller}
- Contact: ${contact}
- Security measures: ${security}

${markdownTable(COLUMNS, rows)}
To complete it, add:

${LEFT_TO_ADD.map((line) => `- ${line}`).join('\n')}
`
}

const COLUMNS = ['data', 'kept in', 'purpose', 'lawful basis', 'people', 'recipients', 'retention']

function cellsOf(
  row: DataMapRow,
  periods: Readonly<Record<string, string>>,
  names: Readonly<Record<Recipient, string | null>>,
): string[] {
  const recipients = row.recipients.flatMap((recipient) => names[recipient] ?? [])
  return [
    row.what,
    placesOf(row),
    row.why,
    row.basis.join('; '),
    row.people.join('; '),
    recipients.join('; ') || 'no one else',
    fillPeriods(row.kept, periods),
  ].map((cell) => cell.replaceAll('`', ''))
}

function securityMeasures({ accounts: { adminMfaRequired } }: Env): string {
  const access = adminMfaRequired ? 'Access by role, with a second step for administrators' : 'Access by role'
  return `${access}; every access to papers is recorded; documents and notes are encrypted at rest, with a key for each person; backups contain them encrypted; passwords and one-time codes are stored as hashes.`
}

/** The name of each kind of recipient; null: this instance has none. */
function recipientsOf({ mode, mail, accounts, documents: { s3 } }: Env): Record<Recipient, string | null> {
  const { sms, oauth, captcha } = accounts
  return {
    administrators: 'administrators',
    captcha: captcha ? `captcha: ${captcha.provider}` : null,
    identity: oauth.length > 0 ? `linked sign-ins: ${oauth.map(({ name }) => name).join(', ')}` : null,
    mail: mail.smtpUrl === undefined ? null : outside('mail provider', mail.smtpUrl),
    payments: mode === 'sandbox' ? null : 'payment provider: Paystack',
    store: s3 ? outside('document store, which gets ciphertext', s3.endpoint ?? AMAZON) : null,
    texts: sms.provider === undefined ? null : `text messages: ${sms.provider}`,
  }
}

function outside(kind: string, url: string): string {
  return `${kind}: ${isLocalAddress(url) ? 'this machine' : new URL(url).hostname}`
}

/** RFC 4180. */
function csv(lines: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
  return lines.map(line).join('\r\n')
}
