/**
 * The files of a draft. While the draft is kept on this device they are in the browser's database, and survive a reload and an empty
 * battery. Otherwise, and where the browser stores none (a private window, a full disk), they are in memory while the page is open.
 */
const DATABASE = 'taimako-drafts'
const STORE = 'files'

const inMemory = new Map<string, Blob>()

/** @param kept whether its draft is. @returns false if this browser stores nothing */
export async function storeFile(id: string, file: Blob, kept: boolean): Promise<boolean> {
  inMemory.set(id, file)
  if (!kept) return true
  return attempt((files) => files.put(file, id)).then(
    () => true,
    (fault: unknown) => {
      console.warn('A file could not be kept in the browser.', fault)
      return false
    },
  )
}

/** @returns undefined if it is no longer stored */
export async function loadFile(id: string): Promise<Blob | undefined> {
  const known = inMemory.get(id)
  if (known) return known
  const kept: unknown = await attempt((files) => files.get(id)).catch(() => undefined)
  return kept instanceof Blob ? kept : undefined
}

/** Stores files that were only in memory. */
export async function keepFiles(ids: readonly string[]): Promise<void> {
  const files = ids.flatMap((id) => {
    const file = inMemory.get(id)
    return file ? [storeFile(id, file, true)] : []
  })
  await Promise.all(files)
}

export async function deleteFiles(ids: readonly string[]): Promise<void> {
  for (const id of ids) inMemory.delete(id)
  await deleteStoredFiles(ids)
}

/** Moves stored files into memory, where they stay while the page is open. */
export async function takeFilesBack(ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const file = await loadFile(id)
    if (file) inMemory.set(id, file)
  }
  await deleteStoredFiles(ids)
}

async function deleteStoredFiles(ids: readonly string[]): Promise<void> {
  await Promise.all(ids.map((id) => attempt((files) => files.delete(id)))).catch((fault: unknown) =>
    console.warn('Files of a draft could not be removed.', fault),
  )
}

/** Deletes stored files that no kept draft names any more, such as those of a draft that another user's draft replaced. */
export async function deleteOtherFiles(kept: readonly string[]): Promise<void> {
  const ids: IDBValidKey[] = await attempt((files) => files.getAllKeys()).catch(() => [])
  await deleteStoredFiles(ids.filter((id) => typeof id === 'string').filter((id) => !kept.includes(id)))
}

async function attempt<Result>(act: (files: IDBObjectStore) => IDBRequest<Result>): Promise<Result> {
  const database = await open()
  try {
    return await new Promise<Result>((resolve, reject) => {
      const transaction = database.transaction(STORE, 'readwrite')
      const request = act(transaction.objectStore(STORE))
      // Only when the transaction has completed is it on the disk.
      transaction.addEventListener('complete', () => resolve(request.result))
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('aborted')))
    })
  } finally {
    database.close()
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1)
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(STORE))
    opening.addEventListener('success', () => resolve(opening.result))
    opening.addEventListener('error', () => reject(opening.error ?? new Error('not opened')))
  })
}
