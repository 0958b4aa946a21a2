/** Reads a chosen photo. Those of telephones are large, so they are made smaller before they are sent. */
import { STORY_PICTURE_BYTES_MAX } from '../../../../contract/platform/text-fields.ts'
import { loadPart } from '../../../lib/load-part.ts'
import { organisation as words } from '#words/office/admin-organisation.ts'

export type ReadFile = { readonly content: Blob } | { readonly fault: string }

export async function readPhoto(file: File): Promise<ReadFile> {
  const { prepareFile } = await loadPart(() => import('../../../lib/prepare-file.ts'))
  const prepared = await prepareFile(file)
  if (prepared.is === 'refused' || !prepared.type.startsWith('image/')) return { fault: words.photoRefused }
  return prepared.content.size > STORY_PICTURE_BYTES_MAX ? { fault: words.photoTooLarge } : prepared
}
