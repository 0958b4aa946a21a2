/** Makes a chosen file ready to be sent: checks it, and makes a picture smaller. */
import type { DocumentType } from '../../contract/document-limits.ts'
import type { Inflate } from '../../contract/pdf-content.ts'
import { asJpegName, cleanName, faultOfFile, isHeic, typeOfBytes, type FileFault } from './file-rules.ts'
import { shrinkPicture } from './shrink-picture.ts'

export type PreparedFile =
  | { readonly is: 'ready'; readonly name: string; readonly type: DocumentType; readonly content: Blob }
  | { readonly is: 'refused'; readonly name: string; readonly fault: FileFault }

/** @throws when the file cannot be read */
export async function prepareFile(chosen: File): Promise<PreparedFile> {
  const name = cleanName(chosen.name)
  const first = new Uint8Array(await chosen.slice(0, 1024).arrayBuffer())
  if (isHeic(first)) return { is: 'refused', name, fault: 'heic' }
  const type = typeOfBytes(first)
  const smaller = type === null ? null : await shrinkPicture(chosen, type)
  const file = smaller ?? chosen
  const fault = faultOfFile(file.size, type)
  if (fault !== null || type === null) return { is: 'refused', name, fault: fault ?? 'type' }
  const pdfFault = type === 'application/pdf' ? await checkPdf(file) : null
  if (pdfFault !== null) return { is: 'refused', name, fault: pdfFault }
  const sentType = smaller ? 'image/jpeg' : type
  // Without its name and dates: only the content.
  const content = file.slice(0, file.size, sentType)
  return { is: 'ready', name: smaller ? cleanName(asJpegName(name)) : name, type: sentType, content }
}

/** @returns null where the check cannot be loaded or the browser cannot unpack: the server checks it again */
async function checkPdf(file: Blob): Promise<'active' | 'closed' | null> {
  if (typeof DecompressionStream === 'undefined') return null
  try {
    const { faultOfPdf, OBJECTS_BYTES_MAX } = await import('../../contract/pdf-content.ts')
    return await faultOfPdf(new Uint8Array(await file.arrayBuffer()), unpackTo(OBJECTS_BYTES_MAX))
  } catch (problem) {
    console.warn('The PDF could not be checked here.', problem)
    return null
  }
}

function unpackTo(bytesMax: number): Inflate {
  return async (bytes) => {
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate')).getReader()
    const pieces: Uint8Array<ArrayBuffer>[] = []
    let length = 0
    try {
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        pieces.push(piece.value)
        length += piece.value.length
        if (length > bytesMax) return null
      }
    } catch {
      // What follows the stream in the file is not part of it.
    }
    return length === 0 ? null : new Uint8Array(await new Blob(pieces).arrayBuffer())
  }
}
