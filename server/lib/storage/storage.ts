/** Where bytes are kept that are too many for the database: a folder by default, an S3-compatible store when one is configured. */
import { join } from 'node:path'
import type { S3Settings } from '../../env-documents.ts'
import { openDisk } from './disk.ts'
import { openS3 } from './s3.ts'

/** Both ends count, as in HTTP. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

export interface StoredObjectInfo {
  readonly bytes: number
  readonly contentType: string
}

/** Keys are ours, never a person's words: lower-case letters, digits, `-` and `/`. */
export interface Storage {
  /** Puts a whole file. Until all of it is safe, nothing stands under the key. */
  put(key: string, file: string, facts: StoredObjectInfo): Promise<void>
  /** Reads all of it, or a range. Null: nothing stands under the key. */
  open(key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null>
  /** Deletes. That nothing stands under the key is fine. */
  remove(key: string): Promise<void>
}

/** Opens nothing yet: the folder is made, or the store asked, when the first file comes. */
export function createStorage(env: {
  readonly dataDir: string
  readonly documents: { readonly s3: S3Settings | undefined }
}): Storage {
  return env.documents.s3 ? openS3(env.documents.s3) : openDisk(join(env.dataDir, 'documents'))
}
