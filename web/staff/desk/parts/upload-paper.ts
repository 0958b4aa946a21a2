/** Uploads a file in one piece. Staff are at a desk: a lost connection means another press, not a resumed upload. */
import { DOCUMENTS_BUCKET, STORAGE_PATH } from '../../../../contract/aid/document-limits.ts'
import { sendAuthorized, type Bearer } from '../../../api/authorization.ts'
import { NetworkFailure } from '../../../api/client.ts'
import { isRecord } from '../../../api/is-record.ts'
import { callProblems } from '#words/common/problems.ts'

/** @throws NetworkFailure; an error with the server's reason for refusing it */
export async function uploadPaper(file: Blob, path: string, bearer: Bearer): Promise<void> {
  const response = await sendAuthorized(bearer, (token) => send(path, file, token))
  if (response.ok) return
  const body: unknown = await response.json().catch(() => null)
  throw new Error(isRecord(body) && typeof body.message === 'string' ? body.message : callProblems.unexpected)
}

async function send(path: string, file: Blob, token: string): Promise<Response> {
  const address = [DOCUMENTS_BUCKET, ...path.split('/')].map(encodeURIComponent).join('/')
  try {
    return await fetch(`${STORAGE_PATH}/object/${address}`, {
      method: 'POST',
      headers: { 'Content-Type': file.type, Authorization: `Bearer ${token}` },
      body: file,
    })
  } catch (cause) {
    throw new NetworkFailure({ cause })
  }
}
