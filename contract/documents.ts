/**
 * Documents: the list of one's own, and every call of the storage's protocol (`/storage/v1`) as `@supabase/storage-js` and tus
 * clients speak it. The protocol's calls are not part of `api`: their errors and their bodies follow the protocol.
 */
import { z } from 'zod'
import { DOCUMENT_TYPES, SCANS } from './document-limits.ts'
import { endpoint } from './endpoint.ts'
import { timestamp } from './fields.ts'
import type { RateLimitName } from './rate-limits.ts'

const document = z.strictObject({
  id: z.uuid(),
  /** Within the bucket: `{user_id}/{timestamp}_{filename}`. */
  path: z.string(),
  /** What an application names. It opens only with a signature. */
  url: z.string(),
  filename: z.string(),
  content_type: z.enum(DOCUMENT_TYPES),
  bytes: z.number(),
  scan: z.enum(SCANS),
  /** Whether an application names it: then it cannot be deleted. */
  is_evidence: z.boolean(),
  created_at: timestamp,
})

export const documentEndpoints = {
  'GET /api/documents': endpoint({
    summary: 'The documents that this person has uploaded, newest first.',
    guard: 'signed_in',
    reply: { status: 200, schema: z.strictObject({ items: z.array(document) }) },
    errors: [],
    limit: 'documents',
    secret: true,
  }),
} as const

/** A call of the storage's protocol, as `@supabase/storage-js` makes it. */
export interface StorageCall {
  readonly summary: string
  /** `user`: a bearer whose session lives. `signature`: whoever has a signed address. */
  readonly guard: 'user' | 'signature'
  readonly body?: z.ZodObject
  readonly limit: RateLimitName
}

/** Method and path, without `STORAGE_PATH`. */
export type StorageCallKey = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`

const expiresIn = z.number().int().positive()

// A path with a wildcard also stands for itself without one: the shorter ones come first.
export const storageCalls = {
  'POST /object/sign/:bucket': {
    summary: 'Signs the addresses of several files.',
    guard: 'user',
    body: z.object({ expiresIn, paths: z.array(z.string()).max(100) }),
    limit: 'documents',
  },
  'POST /object/sign/:bucket/*': {
    summary: 'Signs the address of one file. A signature lasts 10 minutes at most, however long was asked for.',
    guard: 'user',
    body: z.object({ expiresIn, versionId: z.uuid().optional() }),
    limit: 'documents',
  },
  'GET /object/sign/:bucket/*': {
    summary: 'Opens a file by its signed address.',
    guard: 'signature',
    limit: 'documents',
  },
  'POST /object/:bucket/*': {
    summary: 'Uploads a file: its bytes, or a form with one. With x-upsert: true it may replace what is there.',
    guard: 'user',
    limit: 'documents',
  },
  'PUT /object/:bucket/*': { summary: 'Uploads a file over what is there.', guard: 'user', limit: 'documents' },
  'DELETE /object/:bucket': {
    summary: 'Deletes files: all that are there, or none.',
    guard: 'user',
    body: z.object({ prefixes: z.array(z.string()).max(100) }),
    limit: 'documents',
  },
  'DELETE /object/:bucket/*': {
    summary: 'Deletes a file, unless an application names it.',
    guard: 'user',
    limit: 'documents',
  },
} as const satisfies Readonly<Record<StorageCallKey, StorageCall>>

/** What tus clients call, beside the preflights of browsers. A HEAD is answered where a GET would be. */
export const resumableCalls = [
  'POST /upload/resumable',
  'GET /upload/resumable/:id',
  'PATCH /upload/resumable/:id',
  'DELETE /upload/resumable/:id',
] as const
