/** Reads the environment once. The only file that uses `process.env`. A wrong value stops the start, with a list of all faults. */
import { resolve } from 'node:path'
import { z } from 'zod'
import { accountFaults, accountSettings, accountVariables, onOff, type AccountSettings } from './accounts.ts'
import { databaseFaults, databaseVariables } from './database.ts'
import { documentFaults, documentSettings, documentVariables, type DocumentSettings } from './documents.ts'
import { logSettings, logVariables, type LogSettings } from './log.ts'
import { retentionSettings, retentionVariables, type RetentionSettings } from './retention.ts'
import { StartError } from '../errors.ts'
import type { Mode } from '../../../contract/platform/system.ts'

const url = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((value) => value.replace(/\/+$/, ''))
/** `Name <address>`, or only an address. Nothing else, so that no second header or recipient can be injected. */
const sender = z
  .string()
  .refine(
    (value) => z.email().safeParse(/^[^<>"\\,;:@\p{Cc}]* <([^<>]+)>$/u.exec(value)?.[1] ?? value).success,
    'must be an e-mail address, or a name and an address: Taimako <no-reply@example.org>',
  )
const port = z.coerce.number('must be a port number').int('must be a port number').min(1).max(65535)

export const SECRET_KEY_CHARACTERS_MIN = 32

const Variables = z.object({
  NODE_ENV: z.string().default('development'),
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z
    .string()
    // Node tries for ever to make a folder there.
    .refine(
      (folder) => !/^\/(?:proc|sys)(?:\/|$)/.test(resolve(folder)),
      'must not be below /proc or /sys, where nothing is stored',
    )
    .default('./data'),
  PUBLIC_URL: url.optional(),
  ...logVariables,
  ...databaseVariables,
  SECRET_KEY: z
    .string()
    .min(SECRET_KEY_CHARACTERS_MIN, `must have at least ${SECRET_KEY_CHARACTERS_MIN} characters`)
    .optional(),
  PAYSTACK_SECRET_KEY: z
    .string()
    .regex(/^sk_(test|live)_\w{8,}$/, 'must start with sk_test_ or sk_live_')
    .optional(),
  PAYSTACK_PUBLIC_KEY: z
    .string()
    .regex(/^pk_(test|live)_\w{8,}$/, 'must start with pk_test_ or pk_live_')
    .optional(),
  PAYSTACK_BASE_URL: url.optional(),
  SANDBOX: onOff.optional(),
  DONATIONS_EMAIL: z
    .email('must be an e-mail address')
    .refine((value) => !value.endsWith('.local'), 'must not end in .local')
    .default('donations@taimako.example'),
  SUPPORT_EMAIL: z.email('must be an e-mail address').default('support@taimako.example'),
  FOCAL_PERSON: z
    .email('must be an e-mail address')
    .transform((value) => value.toLowerCase())
    .optional(),
  SUPPORT_PHONE: z.string().default('+234 800 000 0000'),
  SMTP_URL: z.url({ protocol: /^smtps?$/, hostname: /./, error: 'must be an smtp:// or smtps:// address' }).optional(),
  MAIL_FROM: sender.default('Taimako <no-reply@taimako.example>'),
  ...accountVariables,
  ...documentVariables,
  ...retentionVariables,
  SOLE_ADMINISTRATOR: onOff.default(false),
  LANGUAGES_DRAFTS: onOff.default(false),
  RATE_LIMITS: onOff.default(true),
  TRUST_PROXY: z.coerce.number('must be the number of proxies in front, 0 to 5').int().min(0).max(5).default(0),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
})

export interface Env extends LogSettings {
  readonly production: boolean
  readonly port: number
  readonly host: string
  readonly dataDir: string
  /** The public address of this instance, for links, the webhook and the sandbox. No trailing slash. */
  readonly publicUrl: string
  /** The address at which this process can call itself, for the sandbox and its webhooks. No trailing slash. */
  readonly selfUrl: string
  /** As the role of the running server. This and the next two may name several hosts. */
  readonly databaseUrl: string | undefined
  /** The same past a connection pooler. Undefined: there is none. */
  readonly databaseDirectUrl: string | undefined
  readonly databaseReadUrl: string | undefined
  /** As the role that owns the tables, for migrations. Undefined: `databaseUrl` is used for them too. */
  readonly migrationDatabaseUrl: string | undefined
  readonly secretKey: string | undefined
  readonly mode: Mode
  readonly paystack: {
    readonly secretKey: string | undefined
    readonly publicKey: string | undefined
    readonly baseUrl: string | undefined
  }
  readonly donationsEmail: string
  /** The address of the administrator who reads complaints about people who work here. */
  readonly focalPerson: string | null
  readonly support: { readonly email: string; readonly phone: string }
  readonly mail: {
    /** Undefined: mail is written to a folder of `dataDir`. */
    readonly smtpUrl: string | undefined
    readonly from: string
  }
  readonly accounts: AccountSettings
  readonly documents: DocumentSettings
  readonly retention: RetentionSettings
  readonly payouts: {
    /** Whether the only administrator of an instance may grant and release small amounts alone. */
    readonly soleAdministrator: boolean
  }
  /** Whether pages in a language that no one has reviewed can be opened, for trying. */
  readonly showsDraftLanguages: boolean
  readonly rateLimits: boolean
  readonly trustProxy: number
  readonly logLevel: string
}

/** The environment is invalid. The message has a line for each fault. */
export class EnvironmentFaults extends StartError {
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(`The environment is invalid:\n${faults.map((line) => `  - ${line}`).join('\n')}`)
    this.faults = faults
  }
}

const LOCAL_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|::1|0\.0\.0\.0)$/

/**
 * Reads and checks the environment.
 * @throws EnvironmentFaults with a line for each fault
 */
export function readEnv(variables: Readonly<Record<string, string | undefined>> = process.env): Env {
  const swallowed = swallowedLines(variables)
  if (swallowed.length > 0) throw new EnvironmentFaults(swallowed)
  const parsed = Variables.safeParse(givenSettings(variables))
  if (!parsed.success) {
    throw new EnvironmentFaults(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
  }
  const values = parsed.data
  const publicUrl = values.PUBLIC_URL ?? address(values.HOST, values.PORT)
  const mode = modeOf(values.PAYSTACK_SECRET_KEY)
  const faults = crossFaults(values, mode, publicUrl)
  if (faults.length > 0) throw new EnvironmentFaults(faults)
  return {
    production: values.NODE_ENV === 'production',
    port: values.PORT,
    host: values.HOST,
    dataDir: values.DATA_DIR,
    ...logSettings(values, values.DATA_DIR),
    publicUrl,
    selfUrl: address(values.HOST === '0.0.0.0' || values.HOST === '::' ? '127.0.0.1' : values.HOST, values.PORT),
    databaseUrl: values.DATABASE_URL,
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    databaseReadUrl: values.DATABASE_READ_URL,
    migrationDatabaseUrl: values.MIGRATION_DATABASE_URL,
    secretKey: values.SECRET_KEY,
    mode,
    paystack: {
      secretKey: values.PAYSTACK_SECRET_KEY,
      publicKey: values.PAYSTACK_PUBLIC_KEY,
      baseUrl: values.PAYSTACK_BASE_URL,
    },
    donationsEmail: values.DONATIONS_EMAIL,
    focalPerson: values.FOCAL_PERSON ?? null,
    support: { email: values.SUPPORT_EMAIL, phone: values.SUPPORT_PHONE },
    mail: { smtpUrl: values.SMTP_URL, from: values.MAIL_FROM },
    accounts: accountSettings(values, { live: mode === 'live', local: isLocalAddress(publicUrl) }),
    documents: documentSettings(values),
    retention: retentionSettings(values),
    payouts: { soleAdministrator: values.SOLE_ADMINISTRATOR },
    showsDraftLanguages: values.LANGUAGES_DRAFTS,
    rateLimits: values.RATE_LIMITS,
    trustProxy: values.TRUST_PROXY,
    logLevel: values.LOG_LEVEL,
  }
}

/** Keeps every character: instances have derived their keys from quotes and spaces too. */
const VERBATIM = new Set(['SECRET_KEY', 'ADMIN_PASSWORD'])
/** Begins the first name of an .env file that an editor has saved with it. */
const BYTE_ORDER_MARK = /^\uFEFF/

/** Leaves out empty values, which mean "not set", with spaces and quotes that not every reader of an .env file removes. */
function givenSettings(variables: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const given = Object.entries(variables).map(([key, value = '']) => {
    const name = key.replace(BYTE_ORDER_MARK, '')
    const bare = value.trim().replace(/^(["'])(.*)\1$/s, '$2')
    return [name, VERBATIM.has(name) && bare.trim() !== '' ? value : bare.trim()] as const
  })
  return Object.fromEntries(given.filter(([, value]) => value !== ''))
}

/** Node takes the next line of an .env file for the value of a name that only spaces follow. */
function swallowedLines(variables: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(variables).flatMap(([name, value = '']) => {
    const [, next = ''] = /^(?:export )?(\w+)=/.exec(value) ?? []
    return Object.hasOwn(Variables.shape, next)
      ? [`${name}: only spaces follow its = in .env, so it took the line of ${next}. Delete the spaces`]
      : []
  })
}

/** Prefixes of our own variables, with one of an older version. NODE_ is that of Node's own. */
const OURS = new Set([...Object.keys(Variables.shape).flatMap(prefixOf), 'PAYOUTS'])
OURS.delete('NODE')

function prefixOf(name: string): string[] {
  return name.includes('_') ? [name.slice(0, name.indexOf('_'))] : []
}

/** Variables that look like settings but are not: typing errors, or settings of an older version. */
export function unknownSettings(variables: Readonly<Record<string, string | undefined>> = process.env): string[] {
  return Object.keys(variables)
    .map((name) => name.replace(BYTE_ORDER_MARK, ''))
    .filter((name) => prefixOf(name).some((prefix) => OURS.has(prefix)) && !(name in Variables.shape))
}

/** Whether an address can be reached only from this machine. */
export function isLocalAddress(url: string): boolean {
  return LOCAL_HOST.test(new URL(url).hostname)
}

function address(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

function modeOf(secretKey: string | undefined): Mode {
  if (!secretKey) return 'sandbox'
  return secretKey.startsWith('sk_live_') ? 'live' : 'test'
}

/** The faults of combinations of variables. */
function crossFaults(values: z.output<typeof Variables>, mode: Mode, publicUrl: string): string[] {
  const faults = [...accountFaults(values), ...documentFaults(values), ...databaseFaults(values)]
  const local = isLocalAddress(publicUrl)
  if (values.DATABASE_URL && !values.SECRET_KEY) {
    faults.push('SECRET_KEY: required with DATABASE_URL, so that every process derives the same keys')
  }
  if (mode === 'sandbox') {
    if (values.SANDBOX === false) {
      faults.push('PAYSTACK_SECRET_KEY: missing, and SANDBOX=off refuses the sandbox, so no payment would be possible')
    } else if (values.SANDBOX === undefined && (values.NODE_ENV === 'production' || !local)) {
      faults.push(
        'PAYSTACK_SECRET_KEY: missing. This looks like a public instance (NODE_ENV=production, or PUBLIC_URL is not local), where play money would mislead users. Set a Paystack key, or SANDBOX=on for a demonstration',
      )
    }
    if (values.PAYSTACK_BASE_URL) faults.push('PAYSTACK_BASE_URL: set without PAYSTACK_SECRET_KEY')
  } else if (values.SANDBOX === true) {
    faults.push('SANDBOX: on, but there is a Paystack key: choose one')
  }
  if (mode !== 'sandbox' && !values.PAYSTACK_PUBLIC_KEY) {
    faults.push('PAYSTACK_PUBLIC_KEY: required with PAYSTACK_SECRET_KEY')
  }
  if (
    values.PAYSTACK_PUBLIC_KEY &&
    values.PAYSTACK_SECRET_KEY &&
    modeOf(values.PAYSTACK_PUBLIC_KEY.replace('pk_', 'sk_')) !== mode
  ) {
    faults.push('PAYSTACK_PUBLIC_KEY: one key is for test, the other for live')
  }
  if (mode === 'live') {
    if (!values.DATABASE_URL) {
      faults.push(
        'DATABASE_URL: required with a live Paystack key. The embedded database survives a killed process, but not a power cut',
      )
    }
    if (values.DONATIONS_EMAIL.endsWith('.example')) faults.push('DONATIONS_EMAIL: required with a live Paystack key')
    if (values.SMTP_URL && /\.example>?$/.test(values.MAIL_FROM))
      faults.push('MAIL_FROM: required with SMTP_URL and a live Paystack key')
    if (!publicUrl.startsWith('https:') && !local) faults.push('PUBLIC_URL: must be https with a live Paystack key')
  }
  return faults
}
