/** Uploads the receipts and signed slips of a hand-over. Staff are at a desk: a lost connection means another press, not a resumed upload. */
import { DOCUMENTS_BUCKET, STORAGE_PATH } from '../../../../contract/document-limits.ts'
import { sendAuthorized, type Bearer } from '../../../api/authorization.ts'
import { NetworkFailure } from '../../../api/client.ts'
import { isRecord } from '../../../api/is-record.ts'
import { problems } from '#words/problems.ts'

/** @returns the path of the stored file. @throws NetworkFailure; an error with the server's reason for refusing it */
export async function uploadEvidence(file: File, userId: string, bearer: Bearer): Promise<string> {
  // The name of a photo may name a person, so only its ending is kept.
  const ending = /\.[a-z\d]{1,5}$/i.exec(file.name)?.[0].toLowerCase() ?? ''
  const path = `${userId}/${Date.now()}_hand-over-${crypto.getRandomValues(new Uint32Array(1))[0]}${ending}`
  const response = await sendAuthorized(bearer, (token) => send(path, file, token))
  if (response.ok) return path
  const body: unknown = await response.json().catch(() => null)
  throw new Error(isRecord(body) && typeof body.message === 'string' ? body.message : problems.unexpected)
}

async function send(path: string, file: File, token: string): Promise<Response> {
  try {
    return await fetch(`${STORAGE_PATH}/object/${DOCUMENTS_BUCKET}/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': file.type, Authorization: `Bearer ${token}` },
      body: file,
    })
  } catch (cause) {
    throw new NetworkFailure({ cause })
  }
}
