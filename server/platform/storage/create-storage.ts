/** Chooses where files are kept: a folder by default, an S3-compatible store when one is configured. */
import { join } from 'node:path'
import type { S3Settings } from '../env/documents.ts'
import { openDisk } from './disk.ts'
import { openS3 } from './s3.ts'
import type { Storage } from './storage.ts'

/** Connects to nothing yet: the first file creates the folder or contacts the store. */
export function createStorage(env: {
  readonly dataDir: string
  readonly documents: { readonly s3: S3Settings | undefined }
}): Storage {
  return env.documents.s3 ? openS3(env.documents.s3) : openDisk(join(env.dataDir, 'documents'))
}
