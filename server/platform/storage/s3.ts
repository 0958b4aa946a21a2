/** Files in an S3-compatible store. One request stores a whole object, so there are no partial objects. */
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { S3Settings } from '../env/documents.ts'
import { seconds } from '../clock.ts'
import { StoreUnavailable } from '../errors.ts'
import { webStream } from './disk.ts'
import type { Storage } from './storage.ts'

const CONNECT_MILLISECONDS_MAX = seconds(5)
/** After this time without traffic, an attempt has failed. The client adds 3 s, and three attempts end before a proxy gives up after 60. */
const SILENCE_MILLISECONDS_MAX = seconds(15)

export function openS3(settings: S3Settings): Storage {
  // The client is large, so it is loaded only when S3 is used.
  const loaded = import('@aws-sdk/client-s3').then((sdk) => ({ sdk, client: createClient(sdk, settings) }))
  // The first call reports a failure. Until then it must not be an unhandled rejection.
  loaded.catch(() => {})
  const Bucket = settings.bucket
  return {
    async put(Key, file, { bytes, contentType }) {
      const { sdk, client } = await loaded
      const Body = createReadStream(file)
      try {
        requireTag(
          await client.send(
            new sdk.PutObjectCommand({ Bucket, Key, Body, ContentLength: bytes, ContentType: contentType }),
          ),
        )
        // A store whose disk was full has answered the same, and kept a part.
        const { ContentLength: stored } = await client.send(new sdk.HeadObjectCommand({ Bucket, Key }))
        if (stored !== bytes) throw new Error(`the store has ${stored} of ${bytes} bytes`)
      } catch (cause) {
        throw unavailable(cause)
      } finally {
        Body.destroy()
      }
    },
    async open(Key, range) {
      const { sdk, client } = await loaded
      const Range = range && `bytes=${range.first}-${range.last}`
      try {
        const found = await client.send(new sdk.GetObjectCommand({ Bucket, Key, ...(Range && { Range }) }))
        requireTag(found)
        const { Body } = found
        return Body instanceof Readable ? webStream(() => Body, unavailable) : null
      } catch (cause) {
        if (cause instanceof sdk.NoSuchKey) return null
        throw unavailable(cause)
      }
    },
    async remove(Key) {
      const { sdk, client } = await loaded
      try {
        await client.send(new sdk.DeleteObjectCommand({ Bucket, Key }))
      } catch (cause) {
        throw unavailable(cause)
      }
    },
  }
}

export function createClient({ S3Client }: typeof import('@aws-sdk/client-s3'), settings: S3Settings) {
  const { endpoint, region, accessKeyId, secretAccessKey } = settings
  return new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    // The bucket is in the path: few stores have a host name for each bucket.
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    // Many stores do not support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MILLISECONDS_MAX, socketTimeout: SILENCE_MILLISECONDS_MAX },
    maxAttempts: 3,
    // Otherwise it writes to the console.
    logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
  })
}

function quiet(): void {}

/** Refuses an answer without a version, such as the sign-in page of a network: every store names it. */
function requireTag({ ETag }: { readonly ETag?: string | undefined }): void {
  if (ETag === undefined) throw new Error('this is not the answer of a store')
}

export const unavailable = (cause: unknown) => new StoreUnavailable(cause)
