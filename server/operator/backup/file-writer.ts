/** Writes the files of a backup to the storage, one by one, each assembled in a temporary folder first. */
import { mkdtemp, open, rm, stat, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Storage } from '../../platform/storage/storage.ts'

export interface FileWriter {
  /** The keys of the written files. */
  readonly written: ReadonlySet<string>
  begin(key: string): Promise<void>
  add(bytes: Uint8Array): Promise<void>
  /** Stores the current file, if there is one. */
  end(): Promise<void>
  /** Deletes a written file. */
  discard(key: string): Promise<void>
  /** Removes the temporary folder. */
  close(): Promise<void>
}

export async function createFileWriter(storage: Storage): Promise<FileWriter> {
  const folder = await mkdtemp(join(tmpdir(), 'taimako-restore-'))
  const path = join(folder, 'file')
  const written = new Set<string>()
  let current: { key: string; handle: FileHandle } | null = null
  return {
    written,
    async begin(key) {
      current = { key, handle: await open(path, 'w', 0o600) }
    },
    async add(bytes) {
      await current?.handle.writeFile(bytes)
    },
    async end() {
      if (!current) return
      const { key, handle } = current
      current = null
      await handle.close()
      const { size: bytes } = await stat(path)
      // Downloads take the content type from the row.
      await storage.put(key, path, { bytes, contentType: 'application/octet-stream' })
      written.add(key)
    },
    async discard(key) {
      await storage.remove(key)
      written.delete(key)
    },
    async close() {
      await current?.handle.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
