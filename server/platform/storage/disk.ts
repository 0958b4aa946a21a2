/** Files in a folder. Several processes may share it on a common disk. */
import { createReadStream, existsSync } from 'node:fs'
import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { invariant } from '../errors.ts'
import type { Storage } from './storage.ts'

export function openDisk(folder: string): Storage {
  const pathOf = (key: string) => {
    invariant(/^[a-z\d-]+(\/[a-z\d-]+)*$/.test(key), 'a key of the storage is ours')
    return join(folder, key)
  }
  return {
    async put(key, file) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      // In the same folder, so that the rename is atomic.
      const partial = partialOf(path)
      try {
        await copyFile(file, partial)
        await flush(partial)
        await rename(partial, path)
      } catch (error) {
        await rm(partial, { force: true })
        throw error
      }
      // Otherwise a power cut could lose the name of the file.
      await flush(dirname(path))
    },
    async open(key, range) {
      const path = pathOf(key)
      if (!existsSync(path)) return null
      // The file is opened with the first read.
      return webStream(() => createReadStream(path, range && { start: range.first, end: range.last }))
    },
    async remove(key) {
      // A killed process may leave a partial file.
      for (const path of [pathOf(key), partialOf(pathOf(key))]) await rm(path, { force: true })
    },
  }
}

/** Each key is written only once. */
const partialOf = (path: string) => `${path}.partial`

async function flush(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Converts a Node stream to a web stream. Cancelling it closes the file too.
 * @param fault names what breaks it off
 */
export function webStream(
  open: () => Readable,
  fault: (error: unknown) => unknown = (error) => error,
): ReadableStream<Uint8Array> {
  let stream: Readable | undefined
  let chunks: AsyncIterator<unknown> | undefined
  return new ReadableStream(
    {
      async pull(controller) {
        stream ??= open()
        chunks ??= stream[Symbol.asyncIterator]()
        const { done, value } = await chunks.next().catch((error: unknown) => {
          throw fault(error)
        })
        if (done) controller.close()
        else if (value instanceof Uint8Array) controller.enqueue(value)
      },
      cancel: () => void (stream ?? open()).destroy(),
    },
    { highWaterMark: 0 },
  )
}
