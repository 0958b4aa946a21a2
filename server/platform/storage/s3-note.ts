/**
 * A small text in an S3-compatible store, which is replaced only where it is still the one that was read. So processes and machines that share
 * nothing else agree on who was first. Stores that do not know this condition overwrite silently: {@link refusesStale} asks before.
 */
import { randomUUID } from 'node:crypto'
import type { S3Settings } from '../env/documents.ts'
import { createClient, unavailable } from './s3.ts'

export interface Note {
  readonly text: string
  /** ETag of this version. */
  readonly tag: string
}

/** Someone else replaced it meanwhile. */
export class Replaced extends Error {}

/** @throws AppError `unavailable` */
export async function readNote(settings: S3Settings, key: string): Promise<Note | null> {
  const { sdk, client } = await open(settings)
  try {
    const { Body, ETag } = await client.send(new sdk.GetObjectCommand({ Bucket: settings.bucket, Key: key }))
    return Body && ETag !== undefined ? { text: await Body.transformToString(), tag: ETag } : null
  } catch (cause) {
    if (cause instanceof sdk.NoSuchKey) return null
    throw unavailable(cause)
  }
}

/**
 * @param tag of the version that was read; null where there was none
 * @throws Replaced; AppError `unavailable`
 */
export async function replaceNote(settings: S3Settings, key: string, text: string, tag: string | null): Promise<void> {
  const { sdk, client } = await open(settings)
  const condition = tag === null ? { IfNoneMatch: '*' } : { IfMatch: tag }
  const Body = Buffer.from(text)
  try {
    await client.send(
      new sdk.PutObjectCommand({ Bucket: settings.bucket, Key: key, Body, ContentType: 'text/plain', ...condition }),
    )
  } catch (cause) {
    // 409: another such request is under way.
    if (cause instanceof sdk.S3ServiceException && [409, 412].includes(cause.$metadata.httpStatusCode ?? 0))
      throw new Replaced()
    throw unavailable(cause)
  }
}

/** Whether the store refuses to replace a version that is no longer there. Leaves nothing behind. */
export async function refusesStale(settings: S3Settings): Promise<boolean> {
  const { sdk, client } = await open(settings)
  const key = `probe-${randomUUID()}`
  try {
    await replaceNote(settings, key, 'first', null)
    return (
      (await isRefused(replaceNote(settings, key, 'x', null))) &&
      (await isRefused(replaceNote(settings, key, 'x', STALE)))
    )
  } finally {
    await client.send(new sdk.DeleteObjectCommand({ Bucket: settings.bucket, Key: key })).catch(() => {})
  }
}

const STALE = '"00000000000000000000000000000000"'

async function isRefused(replacing: Promise<void>): Promise<boolean> {
  try {
    await replacing
    return false
  } catch (error) {
    if (error instanceof Replaced) return true
    throw error
  }
}

async function open(settings: S3Settings) {
  const sdk = await import('@aws-sdk/client-s3')
  return { sdk, client: createClient(sdk, settings) }
}
