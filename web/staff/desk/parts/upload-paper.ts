/** Uploads a file in one piece. Staff are at a desk: a lost connection means another press, not a resumed upload. */
import type { Bearer } from '../../../api/authorization.ts'
import { postToStorage, refusalIn } from '../../../lib/open-document.ts'

/** @throws NetworkFailure; an error with the server's reason for refusing it */
export async function uploadPaper(file: Blob, path: string, bearer: Bearer): Promise<void> {
  const response = await postToStorage('object', path, bearer, file.type, file)
  if (!response.ok) throw refusalIn(await response.json().catch(() => null))
}
