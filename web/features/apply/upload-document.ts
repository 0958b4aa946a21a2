/**
 * Uploads one document, resumably (tus): what has arrived stays on the server, and the rest follows after a lost connection, a
 * reload or an empty battery. Loaded on the press.
 */
import { DetailedError, Upload } from 'tus-js-client'
import { DOCUMENTS_BUCKET, RESUMABLE_PATH } from '../../../contract/aid/document-limits.ts'
import { Authorization } from '../../api/authorization.ts'
import type { Bearer } from '../../api/authorization.ts'
import { isRecord } from '../../api/is-record.ts'

/** A lost connection costs at most this much again: about ten seconds of a slow line. */
const CHUNK_BYTES = 256 * 1024
const RETRY_MILLISECONDS = [0, 1_000, 3_000, 6_000, 10_000]

export interface UploadParts {
  readonly file: Blob
  readonly path: string
  readonly type: string
  readonly bearer: Bearer
  readonly signal: AbortSignal
  readonly onSent: (bytes: number) => void
}

/** Why the server refuses this file, in a sentence for the user. */
export class UploadRefusal extends Error {
  readonly status: number

  constructor(status: number, sentence: string) {
    super(sentence)
    this.name = 'UploadRefusal'
    this.status = status
  }
}

/**
 * Once all of it is stored it is done, whichever tab sent it: the same file of a draft has the same path in every tab.
 * @throws UploadRefusal when the server refuses it, the signal's reason when it was stopped, or any other failure
 */
export async function uploadDocument(parts: UploadParts): Promise<void> {
  for (;;) {
    try {
      return await uploadOnce(parts)
    } catch (problem) {
      if (parts.signal.aborted || navigator.onLine || !isLost(problem)) throw problem
      await connectionReturns(parts.signal)
    }
  }
}

async function uploadOnce({ file, path, type, bearer, signal, onSent }: UploadParts): Promise<void> {
  const authorization = new Authorization(bearer)
  let isRenewed = false
  // `throwIfAborted` is newer than many phones.
  if (signal.aborted) throw signal.reason
  await new Promise<void>((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: RESUMABLE_PATH,
      metadata: { bucketName: DOCUMENTS_BUCKET, objectName: path, contentType: type },
      chunkSize: CHUNK_BYTES,
      retryDelays: RETRY_MILLISECONDS,
      fingerprint: async () => `taimako-document:${path}`,
      removeFingerprintOnSuccess: true,
      // Before each part: a long upload outlives a token.
      async onBeforeRequest(request) {
        request.setHeader('Authorization', `Bearer ${await authorization.token()}`)
      },
      async onAfterResponse(request, response) {
        const status = response.getStatus()
        isRenewed = await authorization.shouldRepeat(status)
        // Without the offset, the client would begin anew.
        if (request.getMethod() === 'HEAD' && (isTemporary(status) || isRenewed))
          throw new Error(`the offset is not known yet: ${status}`)
      },
      onProgress: (sent) => onSent(sent),
      onShouldRetry(error) {
        const status = error.originalResponse?.getStatus()
        // Without a connection it waits for the connection, not for the clock.
        return status === undefined ? navigator.onLine : isTemporary(status) || isRenewed || isElsewhere(error)
      },
      onSuccess: () => resolve(),
      onError: (problem) => {
        if (isThere(problem)) resolve()
        else reject(refusalOf(problem) ?? problem)
      },
    })
    const stop = () => {
      void upload.abort()
      reject(signal.reason)
    }
    signal.addEventListener('abort', stop, { once: true })
    void resumeUpload(upload, signal)
  })
}

async function resumeUpload(upload: Upload, signal: AbortSignal): Promise<void> {
  // A browser without storage remembers no uploads.
  const [earlier] = await upload.findPreviousUploads().catch(() => [])
  if (signal.aborted) return
  if (earlier) upload.resumeFromPreviousUpload(earlier)
  upload.start()
}

/** Locked by an earlier request that is still being read, too many requests, or a server error. */
function isTemporary(status: number): boolean {
  return status === 423 || status === 429 || status === 408 || status >= 500
}

/**
 * The offset is another by now, or the upload is gone or in the folder of another process: the client asks for the offset, and begins anew
 * where there is none. These answers are the protocol's and have no sentence; a refusal has one.
 */
function isElsewhere(problem: Error): boolean {
  const response = problem instanceof DetailedError ? problem.originalResponse : null
  return [404, 409, 410].includes(response?.getStatus() ?? 0) && answerOf(problem) === null
}

function isLost(problem: unknown): boolean {
  return problem instanceof DetailedError ? problem.originalResponse === null : !(problem instanceof UploadRefusal)
}

function isThere(problem: Error): boolean {
  return answerOf(problem)?.error === 'Duplicate'
}

function refusalOf(problem: Error): UploadRefusal | null {
  const answer = answerOf(problem)
  return answer && answer.status < 500 && typeof answer.message === 'string'
    ? new UploadRefusal(answer.status, answer.message)
    : null
}

/** The storage's reply: `{statusCode, error, message}`. Null if there was none, or not from our server. */
function answerOf(problem: Error): { status: number; error: unknown; message: unknown } | null {
  const response = problem instanceof DetailedError ? problem.originalResponse : null
  if (!response) return null
  try {
    const body: unknown = JSON.parse(response.getBody())
    return isRecord(body) ? { status: response.getStatus(), error: body.error, message: body.message } : null
  } catch {
    return null
  }
}

function connectionReturns(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      window.removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      if (signal.aborted) reject(signal.reason)
      else resolve()
    }
    window.addEventListener('online', end)
    signal.addEventListener('abort', end)
    // The connection may have returned in between.
    if (navigator.onLine) end()
  })
}
