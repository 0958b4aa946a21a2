/** Detects the type of a file from its content. */
import { open, stat } from 'node:fs/promises'
import { DOCUMENT_TYPES, PDF_BEGINNING, type DocumentType } from '../../../contract/aid/document-limits.ts'
import { StorageRefusal } from './refusals.ts'

/** Some printers write a few bytes before a PDF. Readers look for its first line in the first kilobyte, and so does our page. */
async function findPdf(file: string): Promise<DocumentType | undefined> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(1024), 0, 1024, 0)
    return PDF_BEGINNING.test(buffer.toString('latin1', 0, bytesRead)) ? 'application/pdf' : undefined
  } finally {
    await handle.close()
  }
}

/**
 * Unpacks only the list of contents of a DOCX, at most a megabyte.
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
  const type = DOCUMENT_TYPES.find((known) => known === mime) ?? (mime === undefined ? await findPdf(file) : undefined)
  if (!type) throw new StorageRefusal('wrong_type')
  return type
}
