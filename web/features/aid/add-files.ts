/** Adds the chosen files: checks each, shrinks pictures, and stores it for sending. */
import { cleanName, asJpegName, faultOfFile, typeOfBytes, type FileFault } from './file-rules.ts'
import { newKey, type DraftDocument } from './draft.ts'
import { storeFile } from './file-storage.ts'
import { shrinkPicture } from './shrink-picture.ts'

export type Taken =
  | { readonly is: 'taken'; readonly document: DraftDocument; readonly survives: boolean }
  | { readonly is: 'refused'; readonly name: string; readonly fault: FileFault | 'unreadable' }

let lastStamp = 0

/** @param kept whether its draft is kept on this device */
export async function addFile(chosen: File, kept: boolean): Promise<Taken> {
  const name = cleanName(chosen.name)
  try {
    const first = new Uint8Array(await chosen.slice(0, 1024).arrayBuffer())
    const type = typeOfBytes(first)
    const smaller = type === null ? null : await shrinkPicture(chosen, type)
    const file = smaller ?? chosen
    const fault = faultOfFile(file.size, type)
    if (fault !== null || type === null) return { is: 'refused', name, fault: fault ?? 'type' }
    // Two files of the same name may be chosen within one millisecond.
    lastStamp = Math.max(Date.now(), lastStamp + 1)
    const document: DraftDocument = {
      id: newKey(),
      name: smaller ? cleanName(asJpegName(name)) : name,
      type: smaller ? 'image/jpeg' : type,
      bytes: file.size,
      label: '',
      stamp: lastStamp,
      storedAt: null,
    }
    // Without its name and dates: only the content.
    const survives = await storeFile(document.id, file.slice(0, file.size, document.type), kept)
    return { is: 'taken', document, survives }
  } catch (fault) {
    console.warn('A file could not be read.', fault)
    return { is: 'refused', name, fault: 'unreadable' }
  }
}
