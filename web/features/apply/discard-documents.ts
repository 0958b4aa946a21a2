/** Deletes documents of a draft: from this device, and from the server if they are already there. */
import { DOCUMENTS_BUCKET, STORAGE_PATH } from '../../../contract/aid/document-limits.ts'
import { sendAuthorized } from '../../api/authorization.ts'
import { NetworkFailure } from '../../api/client.ts'
import { bearer } from '../../api/session/bearer.ts'
import type { DraftDocument } from './draft.ts'
import { deleteFiles } from './file-storage.ts'

/** @throws NetworkFailure when the server cannot be reached, or refuses: the document then stays in the draft */
export async function removeDocument({ id, storedAt }: DraftDocument): Promise<void> {
  if (storedAt !== null) await removeStored(storedAt)
  await deleteFiles([id])
}

/** As far as possible: what stays on the server belongs to no request, and its owner can still use it. */
export async function discardFiles(documents: readonly DraftDocument[]): Promise<void> {
  await deleteFiles(documents.map(({ id }) => id))
  const stored = documents.flatMap(({ storedAt }) => storedAt ?? [])
  await Promise.all(stored.map(removeStored)).catch((problem: unknown) =>
    console.warn('A document of a draft stayed on the server.', problem),
  )
}

async function removeStored(path: string): Promise<void> {
  const encoded = path.split('/').map(encodeURIComponent).join('/')
  const address = `${STORAGE_PATH}/object/${DOCUMENTS_BUCKET}/${encoded}`
  const { ok, status } = await sendAuthorized(bearer, async (token) => {
    try {
      return await fetch(address, { method: 'DELETE', headers: { Authorization: `Bearer ${token}` } })
    } catch (cause) {
      throw new NetworkFailure({ cause })
    }
  })
  // A document that is already gone counts as removed.
  if (!ok && status !== 404) throw new NetworkFailure({ cause: new Error(`the storage answered ${status}`) })
}
