/** Makes a chosen file ready to be sent: checks it, and makes a picture smaller. */
import type { DocumentType } from '../../contract/document-limits.ts'
import { asJpegName, cleanName, faultOfFile, typeOfBytes, type FileFault } from './file-rules.ts'
import { shrinkPicture } from './shrink-picture.ts'

export type PreparedFile =
  | { readonly is: 'ready'; readonly name: string; readonly type: DocumentType; readonly content: Blob }
  | { readonly is: 'refused'; readonly name: string; readonly fault: FileFault }

/** @throws when the file cannot be read */
export async function prepareFile(chosen: File): Promise<PreparedFile> {
  const name = cleanName(chosen.name)
  const type = typeOfBytes(new Uint8Array(await chosen.slice(0, 1024).arrayBuffer()))
  const smaller = type === null ? null : await shrinkPicture(chosen, type)
  const file = smaller ?? chosen
  const fault = faultOfFile(file.size, type)
  if (fault !== null || type === null) return { is: 'refused', name, fault: fault ?? 'type' }
  const sentType = smaller ? 'image/jpeg' : type
  // Without its name and dates: only the content.
  const content = file.slice(0, file.size, sentType)
  return { is: 'ready', name: smaller ? cleanName(asJpegName(name)) : name, type: sentType, content }
}
