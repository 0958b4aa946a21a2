/** Adds the chosen files: checks each, shrinks pictures, and stores it for sending. */
import { cleanName, type FileFault } from '../../lib/file-rules.ts'
import { prepareFile } from '../../lib/prepare-file.ts'
import { newKey } from '../../api/send-once.ts'
import type { DraftDocument } from './draft.ts'
import { storeFile } from './file-storage.ts'

export type Taken =
  | { readonly is: 'taken'; readonly document: DraftDocument; readonly survives: boolean }
  | { readonly is: 'refused'; readonly name: string; readonly fault: FileFault | 'unreadable' }

let lastStamp = 0

/** @param isKept whether its draft is kept on this device, which the user may choose while a file is prepared */
export async function addFile(chosen: File, isKept: () => boolean): Promise<Taken> {
  try {
    const file = await prepareFile(chosen)
    if (file.is === 'refused') return file
    // Two files of the same name may be chosen within one millisecond.
    lastStamp = Math.max(Date.now(), lastStamp + 1)
    const document: DraftDocument = {
      id: newKey(),
      name: file.name,
      type: file.type,
      bytes: file.content.size,
      label: '',
      stamp: lastStamp,
      storedAt: null,
    }
    let kept
    let survives
    do {
      kept = isKept()
      survives = await storeFile(document.id, file.content, kept)
    } while (kept !== isKept())
    return { is: 'taken', document, survives }
  } catch (fault) {
    console.warn('A file could not be read.', fault)
    return { is: 'refused', name: cleanName(chosen.name), fault: 'unreadable' }
  }
}
