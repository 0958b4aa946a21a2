/** Small databases of this browser, opened for each act: a page that waits holds none open. */

/** @returns runs one request in a store, and resolves once it is on the disk. @throws DOMException where the browser stores nothing */
export function browserDatabase(name: string, stores: readonly string[]) {
  return async function inStore<Result>(store: string, act: (within: IDBObjectStore) => IDBRequest<Result>) {
    const database = await open(name, stores)
    try {
      return await new Promise<Result>((resolve, reject) => {
        const transaction = database.transaction(store, 'readwrite')
        const request = act(transaction.objectStore(store))
        // Only when the transaction has completed is it on the disk.
        transaction.addEventListener('complete', () => resolve(request.result))
        transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('aborted')))
      })
    } finally {
      database.close()
    }
  }
}

function open(name: string, stores: readonly string[]): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name, 1)
    opening.addEventListener('upgradeneeded', () => {
      for (const store of stores) opening.result.createObjectStore(store)
    })
    opening.addEventListener('success', () => resolve(opening.result))
    opening.addEventListener('error', () => reject(opening.error ?? new Error('not opened')))
  })
}
