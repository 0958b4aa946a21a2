/** Uploads the receipts and signed slips of a hand-over. */
import type { Bearer } from '../../../api/authorization.ts'
import { uploadPaper } from '../parts/upload-paper.ts'

/** @returns the path of the stored file. @throws as `uploadPaper` does */
export async function uploadEvidence(file: File, userId: string, bearer: Bearer): Promise<string> {
  // The name of a photo may name a person, so only its ending is kept.
  const ending = /\.[a-z\d]{1,5}$/i.exec(file.name)?.[0].toLowerCase() ?? ''
  const path = `${userId}/${Date.now()}_hand-over-${crypto.getRandomValues(new Uint32Array(1))[0]}${ending}`
  await uploadPaper(file, path, bearer)
  return path
}
