/** The public log: its environment variables, and the settings that server/platform/env/env.ts reads from them. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'

const listOf = (value: string) =>
  value
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)

/** A witness's name, the first bytes of a hash over its key, and the key. */
const witnessKeys = z
  .string()
  .default('')
  .transform(listOf)
  .refine(
    (keys) => keys.length <= 16 && keys.every(isWitnessKey),
    'must be up to 16 keys of witnesses, separated by commas, as npm run witness prints them',
  )
/** Addresses at which witnesses take checkpoints. */
const witnessUrls = z
  .string()
  .default('')
  .transform((value) => listOf(value).map((url) => url.replace(/\/+$/, '')))
  .refine(
    (urls) => urls.length <= 16 && urls.every((url) => z.url({ protocol: /^https?$/ }).safeParse(url).success),
    'must be up to 16 http or https addresses, separated by commas',
  )

export const logVariables = {
  LOG_KEY_FILE: z.string().optional(),
  LOG_WITNESSES: witnessKeys,
  LOG_WITNESS_URLS: witnessUrls,
} as const

type Values = z.output<z.ZodObject<typeof logVariables>>

export interface LogSettings {
  /** The key that signs the public log. In no backup. */
  readonly logKeyFile: string
  /** The keys of the witnesses whose cosignatures the log takes, as C2SP writes them. */
  readonly logWitnesses: readonly string[]
  /** The log's destinations for its checkpoints: C2SP's submission prefixes, without a trailing slash. */
  readonly logWitnessUrls: readonly string[]
}

export const logSettings = (values: Values, dataDir: string): LogSettings => ({
  logKeyFile: values.LOG_KEY_FILE ?? join(dataDir, 'log.key'),
  logWitnesses: values.LOG_WITNESSES,
  logWitnessUrls: values.LOG_WITNESS_URLS,
})

function isWitnessKey(text: string): boolean {
  const [, name = '', id, key = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+([\w+/]{44})$/.exec(text) ?? []
  const bytes = Buffer.from(key, 'base64')
  const hash = createHash('sha256').update(`${name}\n`).update(bytes).digest('hex')
  return bytes.length === 33 && bytes[0] === 4 && hash.startsWith(id ?? '-')
}
