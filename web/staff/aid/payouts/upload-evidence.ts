/** Uploads the receipts and signed slips of a hand-over. */
import type { Bearer } from '../../../api/authorization.ts'
import { prepareFile } from '../../../lib/prepare-file.ts'
import { uploadPaper } from '../../desk/parts/upload-paper.ts'

/** @returns the path of the stored file. @throws as `uploadPaper` does */
export async function uploadEvidence(file: File, userId: string, bearer: Bearer): Promise<string> {
  // As for applicants: a photo of a new phone is larger than the server takes. What cannot be prepared, the server refuses with a reason.
  const prepared = await prepareFile(file)
  const { name, content } = prepared.is === 'ready' ? prepared : { name: file.name, content: file }
  // The name of a photo may name a person, so only its ending is kept.
  const ending = /\.[a-z\d]{1,5}$/i.exec(name)?.[0].toLowerCase() ?? ''
  const path = `${userId}/${Date.now()}_hand-over-${crypto.getRandomValues(new Uint32Array(1))[0]}${ending}`
  await uploadPaper(content, path, bearer)
  return path
}
