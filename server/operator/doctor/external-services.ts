/** The external services: mail, text messages, document storage, virus scanner. Nothing is sent. */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { isLocalAddress, type Env } from '../../platform/env/env.ts'
import { codeOf } from '../../platform/db/errors.ts'
import { mailFailure } from '../../platform/mail/mail.ts'
import { greetSmtp } from '../../platform/mail/smtp.ts'
import { createTextProvider } from '../../platform/sms/sender.ts'
import { SmsFailure } from '../../platform/sms/sms.ts'
import { createStorage } from '../../platform/storage/create-storage.ts'
import { EICAR, isClean, type Scanner } from '../../platform/virus-scanner.ts'
import { findingsAbout, type Finding } from './finding.ts'

const mail = findingsAbout('mail')

export async function checkMail({ mail: { smtpUrl } }: Env): Promise<Finding[]> {
  if (smtpUrl === undefined) return [mail.warning('SMTP_URL is not set: no mail is sent. It stays in DATA_DIR/outbox.')]
  try {
    await greetSmtp(smtpUrl)
    return [mail.ok('The mail server answers and accepts our sign-in. Nothing was sent.')]
  } catch (error) {
    const code = mailFailure(error)
    if (code.startsWith('EAUTH'))
      return [mail.problem(`The mail server refuses the sign-in of SMTP_URL (${code}). Check its user and password.`)]
    return [
      mail.problem(
        `The mail server of SMTP_URL does not answer like a mail server (${code}). Check host and port, and that this machine can connect to it.`,
      ),
    ]
  }
}

const phone = findingsAbout('text messages')
const NO_REPORTS =
  'SMS_WEBHOOK_SECRET is not set: no one learns that a text did not arrive, and the person is not called.'

export async function checkTextMessages(env: Env): Promise<Finding[]> {
  const provider = createTextProvider(env)
  if (!provider) {
    if (!env.accounts.phoneFactor)
      return [phone.ok('SMS_PROVIDER is not set: people cannot use a phone number as a second step.')]
    return [phone.warning('SMS_PROVIDER is not set: no codes are sent. They stay in DATA_DIR/sms.')]
  }
  try {
    const credit = await provider.credit()
    if (credit > 0)
      return [
        phone.ok(`The provider accepts our key, and the account has ${credit.toLocaleString('en')} left.`),
        ...(env.accounts.sms.webhookSecret === undefined ? [phone.warning(NO_REPORTS)] : []),
      ]
    return [phone.problem('The provider accepts our key, but the account is empty: no codes are sent. Top it up.')]
  } catch (error) {
    const code = error instanceof SmsFailure ? error.code : 'UNKNOWN'
    const refused = /^HTTP 4(00|01|03|04)$/.test(code)
    return [
      phone.problem(
        refused
          ? `The provider refuses SMS_API_KEY (${code}). Check the key, SMS_USERNAME and SMS_BASE_URL.`
          : `The provider does not answer as expected (${code}). Check SMS_BASE_URL, and that this machine can connect to it.`,
      ),
    ]
  }
}

const documents = findingsAbout('documents')

/** Several processes need one database, so an embedded one has no line. */
function checkUploads({ databaseUrl, documents: { s3 } }: Env): Finding[] {
  if (databaseUrl === undefined) return []
  return [
    documents.ok(
      s3
        ? 'Parts of unfinished uploads are in the bucket: any process continues any upload.'
        : 'Parts of unfinished uploads are in DATA_DIR/uploads: several processes need a common DATA_DIR, sticky sessions, or S3.',
    ),
  ]
}

/** Puts a probe into the store, reads it, and takes it away again. */
export async function checkStorage(env: Env): Promise<Finding[]> {
  const { s3 } = env.documents
  const where = s3 ? `the bucket ${s3.bucket}` : 'DATA_DIR/documents'
  // The folder comes with the first document; the probe must not be what makes it.
  if (!s3 && !existsSync(join(env.dataDir, 'documents')))
    return [documents.ok('DATA_DIR/documents will be created with the first document.'), ...checkUploads(env)]
  const storage = createStorage(env)
  const key = `doctor-${randomUUID()}`
  try {
    const content = `A test file of npm run doctor: ${key}`
    await withFile(content, (file) => storage.put(key, file, { bytes: content.length, contentType: 'text/plain' }))
    const bytes = await storage.open(key)
    const read = bytes === null ? null : await text(bytes)
    await storage.remove(key)
    if (read !== content) return [documents.problem(`A test file stored in ${where} came back changed.`)]
    return [documents.ok(`A test file was stored in ${where}, read back and deleted.`), ...checkUploads(env)]
  } catch (error) {
    await storage.remove(key).catch(() => {})
    return [
      documents.problem(
        `${where} cannot store, return and delete a file (${faultOf(error)}). ${s3 ? S3_HELP : 'Check its permissions and free space.'}`,
      ),
    ]
  }
}

const S3_HELP = 'Check S3_ENDPOINT, S3_BUCKET and the key, which must be allowed to get, put and delete objects.'

/** The store's own name for it, such as `NoSuchBucket`, or the system's code. */
function faultOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return codeOf(cause) ?? (cause instanceof Error ? cause.name : 'unknown')
}

const viruses = findingsAbout('viruses')

export async function checkScanner(env: Env): Promise<Finding[]> {
  const { clamav } = env.documents
  if (!clamav) {
    if (isLocalAddress(env.publicUrl)) return [viruses.ok('CLAMAV_HOST is not set: documents are marked as unscanned.')]
    return [viruses.warning('CLAMAV_HOST is not set: reviewers open documents that have not been scanned for viruses.')]
  }
  try {
    if (!(await scan(clamav, 'a plain text'))) return [viruses.problem('The scanner reports a virus in a plain text.')]
    if (await scan(clamav, EICAR))
      return [viruses.problem('The scanner does not detect the test virus: it has no signatures. Run freshclam there.')]
    return [viruses.ok('The scanner answers and detects the test virus.')]
  } catch {
    return [
      viruses.problem(
        'The scanner of CLAMAV_HOST does not answer, so documents are refused. Start clamd, and check the host.',
      ),
    ]
  }
}

function scan(scanner: Scanner, content: string): Promise<boolean> {
  return withFile(content, (file) => isClean(scanner, file))
}

async function withFile<T>(content: string, use: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'taimako-doctor-'))
  try {
    const file = join(folder, 'probe')
    await writeFile(file, content)
    return await use(file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
