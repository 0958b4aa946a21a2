/** The environment variables for documents, and the settings that server/platform/env/env.ts reads from them. */
import { z } from 'zod'

const text = z.string().trim().min(1)
const CLAMAV_PORT = 3310

const MEGABYTE = 1024 * 1024

export const documentVariables = {
  DOCUMENTS_RESERVE_MB: z.coerce
    .number('must be a number of megabytes')
    .int('must be a whole number of megabytes')
    .min(0)
    .default(500),
  S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  S3_BUCKET: text.optional(),
  S3_REGION: text.default('us-east-1'),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  CLAMAV_HOST: z
    .string()
    .regex(/^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i, 'must be a host, or host:port')
    .optional(),
} as const

type Values = z.output<z.ZodObject<typeof documentVariables>>

export interface S3Settings {
  /** Undefined: Amazon's endpoint for the region. */
  readonly endpoint: string | undefined
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

export interface DocumentSettings {
  /** Uploads are refused when less than this would stay free on the disk of `dataDir`. */
  readonly reserveBytes: number
  /** Undefined: documents are files in `dataDir`. */
  readonly s3: S3Settings | undefined
  /** Undefined: documents are not scanned, and reviewers see that. */
  readonly clamav: { readonly host: string; readonly port: number } | undefined
}

export function documentSettings(values: Values): DocumentSettings {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values
  return {
    reserveBytes: values.DOCUMENTS_RESERVE_MB * MEGABYTE,
    s3:
      bucket !== undefined && accessKeyId !== undefined && secretAccessKey !== undefined
        ? { endpoint: values.S3_ENDPOINT, bucket, region: values.S3_REGION, accessKeyId, secretAccessKey }
        : undefined,
    clamav: values.CLAMAV_HOST === undefined ? undefined : scannerAddress(values.CLAMAV_HOST),
  }
}

function scannerAddress(address: string): { host: string; port: number } {
  const { hostname, port } = new URL(`tcp://${address}`)
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? CLAMAV_PORT : Number(port) }
}

const S3_TOGETHER = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** The faults of combinations of variables. */
export function documentFaults(values: Values): string[] {
  const given = [...S3_TOGETHER, 'S3_ENDPOINT' as const].find((name) => values[name] !== undefined)
  if (given === undefined) return []
  return S3_TOGETHER.filter((name) => values[name] === undefined).map(
    (name) => `${name}: missing, while ${given} is set`,
  )
}
