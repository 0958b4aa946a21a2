/** The environment variables for accounts, and the settings that server/platform/env/env.ts reads from them. */
import { z } from 'zod'
import { CAPTCHA_PROVIDERS, type CaptchaProvider } from '../../../contract/platform/system.ts'

export const onOff = z
  .enum(['on', 'off', '1', '0'], 'use on, off, 1 or 0')
  .transform((value) => value === 'on' || value === '1')
const text = z.string().trim().min(1)

export const SMS_PROVIDERS = ['termii', 'africastalking'] as const

export const accountVariables = {
  ADMIN_EMAIL: z.email('must be an e-mail address').toLowerCase().optional(),
  ADMIN_PASSWORD: z.string().max(72).optional(),
  ADMIN_MFA: z.enum(['required', 'off'], 'use required or off').optional(),
  AUTH_SIGNUP: onOff.default(true),
  AUTH_CONFIRM_EMAIL: onOff.default(false),
  AUTH_MANUAL_LINKING: onOff.default(true),
  AUTH_PHONE: onOff.optional(),
  AUTH_REDIRECT_URLS: z
    .string()
    .default('')
    .transform((list) => list.split(/[\s,]+/).filter((pattern) => pattern !== ''))
    .refine((list) => list.every((pattern) => /^[a-z][a-z\d+.-]*:\/\/[^\s/]+/i.test(pattern)), {
      error: 'must be addresses with a scheme and a host, separated by commas: https://app.example.org/**',
    }),
  OAUTH_GOOGLE_CLIENT_ID: text.optional(),
  OAUTH_GOOGLE_CLIENT_SECRET: text.optional(),
  OAUTH_OIDC_ISSUER: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  OAUTH_OIDC_CLIENT_ID: text.optional(),
  OAUTH_OIDC_CLIENT_SECRET: text.optional(),
  OAUTH_OIDC_NAME: text.max(40).default('OpenID'),
  CAPTCHA_PROVIDER: z.enum(CAPTCHA_PROVIDERS, 'use turnstile or hcaptcha').optional(),
  CAPTCHA_SITE_KEY: text.optional(),
  CAPTCHA_SECRET: text.optional(),
  CAPTCHA_VERIFY_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  SMS_PROVIDER: z.enum(SMS_PROVIDERS, 'use termii or africastalking').optional(),
  SMS_API_KEY: text.optional(),
  SMS_USERNAME: text.optional(),
  SMS_SENDER: z.string().max(11, 'must have at most 11 characters').default('Taimako'),
  SMS_BASE_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  SMS_WEBHOOK_SECRET: z.string().trim().min(1).max(200).optional(),
  SMS_REPLY_NUMBER: z
    .string()
    .regex(/^[1-9]\d{2,14}$/, 'use digits only, with the country in front: 2347001234567, or a short code')
    .optional(),
  SMS_ADDRESSES: z.enum(['on', 'off'], 'use on or off').default('on'),
  SMS_SIGN_IN_CODES_A_DAY: z.coerce.number().int().min(1).default(500),
} as const

type Values = z.output<z.ZodObject<typeof accountVariables>>

export interface OAuthSettings {
  /** The provider's name in the protocol: `google`, or `oidc` for the one configured by its issuer. */
  readonly id: 'google' | 'oidc'
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

export interface AccountSettings {
  /** The first administrator, created at the start if there is none. */
  readonly firstAdmin: { readonly email: string; readonly password: string } | undefined
  /** Whether administrators need a second step for everything. */
  readonly adminMfaRequired: boolean
  readonly signup: boolean
  readonly confirmEmail: boolean
  readonly manualLinking: boolean
  /** Patterns of addresses, besides our own, that users may be redirected to after signing in. */
  readonly redirectUrls: readonly string[]
  readonly oauth: readonly OAuthSettings[]
  readonly captcha:
    | {
        readonly provider: CaptchaProvider
        readonly siteKey: string
        readonly secret: string
        /** An address that replaces the provider's own, such as in tests. */
        readonly verifyUrl: string | undefined
      }
    | undefined
  /** Off if the users are real and no text messages can be sent. */
  readonly phoneFactor: boolean
  /** Whether a telephone number signs in, by a code or with a password. Never where no text messages can be sent. */
  readonly phoneSignIn: boolean
  readonly sms: {
    /** Undefined: text messages are written to a folder of `dataDir`. */
    readonly provider: (typeof SMS_PROVIDERS)[number] | undefined
    readonly apiKey: string
    readonly username: string
    readonly sender: string
    readonly baseUrl: string | undefined
    /** Proves the provider's reports; undefined: they are refused. */
    readonly webhookSecret: string | undefined
    /** Receives replies; undefined: none counts, and no text asks for one. */
    readonly replyNumber: string | undefined
    /** Whether texts name addresses; else our telephone. */
    readonly addresses: boolean
    /** The most codes for signing in that are sent in 24 hours, over all numbers: a fifth of it in an hour. */
    readonly signInCodesADay: number
  }
}

/**
 * @param live whether this instance moves real naira, so that its users are real
 * @param local whether it can be reached only from its own machine
 */
export function accountSettings(values: Values, { live, local }: { live: boolean; local: boolean }): AccountSettings {
  return {
    firstAdmin:
      values.ADMIN_EMAIL !== undefined && values.ADMIN_PASSWORD !== undefined
        ? { email: values.ADMIN_EMAIL, password: values.ADMIN_PASSWORD }
        : undefined,
    adminMfaRequired: values.ADMIN_MFA === undefined ? !local : values.ADMIN_MFA === 'required',
    signup: values.AUTH_SIGNUP,
    confirmEmail: values.AUTH_CONFIRM_EMAIL,
    manualLinking: values.AUTH_MANUAL_LINKING,
    redirectUrls: values.AUTH_REDIRECT_URLS,
    oauth: oauthSettings(values),
    captcha:
      values.CAPTCHA_PROVIDER && values.CAPTCHA_SITE_KEY !== undefined && values.CAPTCHA_SECRET !== undefined
        ? {
            provider: values.CAPTCHA_PROVIDER,
            siteKey: values.CAPTCHA_SITE_KEY,
            secret: values.CAPTCHA_SECRET,
            verifyUrl: values.CAPTCHA_VERIFY_URL,
          }
        : undefined,
    phoneFactor: values.SMS_PROVIDER !== undefined || !live,
    phoneSignIn:
      values.AUTH_PHONE === true
        ? values.SMS_PROVIDER !== undefined || !live
        : values.AUTH_PHONE === undefined && values.SMS_PROVIDER !== undefined,
    sms: {
      provider: values.SMS_PROVIDER,
      apiKey: values.SMS_API_KEY ?? '',
      username: values.SMS_USERNAME ?? '',
      sender: values.SMS_SENDER,
      baseUrl: values.SMS_BASE_URL,
      webhookSecret: values.SMS_WEBHOOK_SECRET,
      replyNumber: values.SMS_REPLY_NUMBER,
      addresses: values.SMS_ADDRESSES === 'on',
      signInCodesADay: values.SMS_SIGN_IN_CODES_A_DAY,
    },
  }
}

function oauthSettings(values: Values): OAuthSettings[] {
  const found: OAuthSettings[] = []
  if (values.OAUTH_GOOGLE_CLIENT_ID !== undefined && values.OAUTH_GOOGLE_CLIENT_SECRET !== undefined) {
    found.push({
      id: 'google',
      name: 'Google',
      issuer: 'https://accounts.google.com',
      clientId: values.OAUTH_GOOGLE_CLIENT_ID,
      clientSecret: values.OAUTH_GOOGLE_CLIENT_SECRET,
    })
  }
  if (
    values.OAUTH_OIDC_ISSUER !== undefined &&
    values.OAUTH_OIDC_CLIENT_ID !== undefined &&
    values.OAUTH_OIDC_CLIENT_SECRET !== undefined
  ) {
    found.push({
      id: 'oidc',
      name: values.OAUTH_OIDC_NAME,
      issuer: values.OAUTH_OIDC_ISSUER,
      clientId: values.OAUTH_OIDC_CLIENT_ID,
      clientSecret: values.OAUTH_OIDC_CLIENT_SECRET,
    })
  }
  return found
}

/** Variables that are valid only together. */
const GROUPS = [
  ['ADMIN_EMAIL', 'ADMIN_PASSWORD'],
  ['OAUTH_GOOGLE_CLIENT_ID', 'OAUTH_GOOGLE_CLIENT_SECRET'],
  ['OAUTH_OIDC_ISSUER', 'OAUTH_OIDC_CLIENT_ID', 'OAUTH_OIDC_CLIENT_SECRET'],
  ['CAPTCHA_PROVIDER', 'CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET'],
  ['SMS_PROVIDER', 'SMS_API_KEY'],
] as const satisfies readonly (readonly (keyof Values)[])[]

/** The faults of combinations of variables. */
export function accountFaults(values: Values): string[] {
  const faults = GROUPS.flatMap((group) => {
    const given = group.filter((name) => values[name] !== undefined)
    if (given.length === 0 || given.length === group.length) return []
    return group
      .filter((name) => values[name] === undefined)
      .map((name) => `${name}: missing, while ${given.join(' and ')} ${given.length > 1 ? 'are' : 'is'} set`)
  })
  if (values.OAUTH_OIDC_ISSUER !== undefined && !isPrivate(new URL(values.OAUTH_OIDC_ISSUER)))
    faults.push('OAUTH_OIDC_ISSUER: must be https, unless it is on this machine')
  if (values.SMS_PROVIDER === 'africastalking' && values.SMS_USERNAME === undefined)
    faults.push("SMS_USERNAME: required with SMS_PROVIDER=africastalking, which requires the account's name")
  if (
    values.SMS_REPLY_NUMBER !== undefined &&
    values.SMS_PROVIDER !== undefined &&
    values.SMS_WEBHOOK_SECRET === undefined
  )
    faults.push('SMS_WEBHOOK_SECRET: required with SMS_REPLY_NUMBER, as it proves who sends us replies')
  // It is all that proves their messages: they are not signed.
  if (values.SMS_PROVIDER === 'africastalking' && values.SMS_WEBHOOK_SECRET && values.SMS_WEBHOOK_SECRET.length < 32)
    faults.push('SMS_WEBHOOK_SECRET: must have at least 32 characters with SMS_PROVIDER=africastalking')
  return faults
}

/** Whether a connection cannot be intercepted: https, or this machine. */
function isPrivate({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
}
