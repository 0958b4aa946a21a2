/** Detects the type of a file from its content. */
import { stat } from 'node:fs/promises'
import { DOCUMENT_TYPES, type DocumentType } from '../../contract/document-limits.ts'
import { StorageRefusal } from './refusals.ts'

/**
 * Of a DOCX only the list of contents is unpacked, at most a megabyte.
 * @throws StorageRefusal `empty`, `wrong_type`
 */
export async function detectType(file: string): Promise<DocumentType> {
  const { size } = await stat(file)
  if (size === 0) throw new StorageRefusal('empty')
  const { fileTypeFromFile } = await import('file-type')
  let mime: string | undefined
  try {
    mime = (await fileTypeFromFile(file))?.mime
  } catch (cause) {
    throw new StorageRefusal('wrong_type', { cause })
  }
  const type = DOCUMENT_TYPES.find((known) => known === mime)
  if (!type) throw new StorageRefusal('wrong_type')
  return type
}
