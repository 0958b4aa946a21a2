/**
 * Documents: the caller's list, and every call of the storage protocol (`/storage/v1`) of `@supabase/storage-js` and tus clients. The
 * protocol's calls are not part of `api`, because their errors and bodies follow the protocol.
 */
import { z } from 'zod'
import { DOCUMENT_TYPES, SCANS } from './document-limits.ts'
import { endpoint, signedIn } from '../platform/endpoint.ts'
import { ok, timestamp } from '../platform/fields.ts'
import type { RateLimitName } from '../platform/rate-limits.ts'

const document = z
  .strictObject({
    id: z.uuid(),
    /** Within the bucket: `{user_id}/{timestamp}_{filename}`. */
    path: z.string(),
    /** For `documents_provided` of a request. It opens only with a signature. */
    url: z.string(),
    filename: z.string(),
    content_type: z.enum(DOCUMENT_TYPES),
    bytes: z.number(),
    scan: z.enum(SCANS),
    /** Whether a request uses it as evidence. Then it cannot be deleted. */
    is_evidence: z.boolean(),
    created_at: timestamp,
  })
  .meta({ id: 'Document' })

export const documentEndpoints = {
  'GET /api/documents': endpoint({
    ...signedIn('documents'),
    summary: 'The caller’s documents, newest first.',
    reply: ok({ items: z.array(document) }),
  }),
} as const

/** A call of the storage protocol. */
export interface StorageCall {
  readonly summary: string
  /** `user`: a bearer token with a live session. `signature`: a signed URL. */
  readonly guard: 'user' | 'signature'
  readonly body?: z.ZodObject
  readonly limit: RateLimitName
  /** A worker that sends one request is answered too. */
  readonly whenSending?: true
}

/** Method and path, without `STORAGE_PATH`. */
export type StorageCallKey = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`

const expiresIn = z.number().int().positive()

// A path with a wildcard also matches without it, so the shorter paths come first.
export const storageCalls = {
  'POST /object/sign/:bucket': {
    summary: 'Signs the URLs of several files.',
    guard: 'user',
    body: z.object({ expiresIn, paths: z.array(z.string()).max(100) }),
    limit: 'documents',
  },
  'POST /object/sign/:bucket/*': {
    summary: 'Signs the URL of a file. A signature is valid for at most 10 minutes.',
    guard: 'user',
    body: z.object({ expiresIn, versionId: z.uuid().optional() }),
    limit: 'documents',
  },
  'GET /object/sign/:bucket/*': {
    summary:
      'Opens a file by its signed URL. With `purpose=prepare` it is audited as loaded ahead, for a page that may show it next.',
    guard: 'signature',
    limit: 'documents',
  },
  'POST /object/:bucket/*': {
    summary: 'Uploads a file, as bytes or as a form. With `x-upsert: true` it may replace an existing file.',
    guard: 'user',
    limit: 'documents',
    whenSending: true,
  },
  'PUT /object/:bucket/*': { summary: 'Uploads a file, replacing an existing one.', guard: 'user', limit: 'documents' },
  'DELETE /object/:bucket': {
    summary: 'Deletes files: all of them, or none.',
    guard: 'user',
    body: z.object({ prefixes: z.array(z.string()).max(100) }),
    limit: 'documents',
  },
  'DELETE /object/:bucket/*': {
    summary: 'Deletes a file, unless a request uses it as evidence.',
    guard: 'user',
    limit: 'documents',
  },
} as const satisfies Readonly<Record<StorageCallKey, StorageCall>>

/** The calls of tus clients, apart from preflights. HEAD is answered by the GET route; a POST with an id names its method in a header. */
export const resumableCalls = [
  'POST /upload/resumable',
  'POST /upload/resumable/:id',
  'GET /upload/resumable/:id',
  'PATCH /upload/resumable/:id',
  'DELETE /upload/resumable/:id',
] as const
