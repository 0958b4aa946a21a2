/** Puts the files of a backup into the storage, one after the other, each gathered in a temporary folder first. */
import { mkdtemp, open, rm, stat, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Storage } from '../lib/storage/storage.ts'

export interface FileWriter {
  /** The keys under which files were put. */
  readonly written: ReadonlySet<string>
  begin(key: string): Promise<void>
  add(bytes: Uint8Array): Promise<void>
  /** The file that was begun is whole. Nothing happens where none was. */
  end(): Promise<void>
  /** Takes the temporary folder away. */
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
      // What it is stands in its row, and is sent from there.
      await storage.put(key, path, { bytes, contentType: 'application/octet-stream' })
      written.add(key)
    },
    async close() {
      await current?.handle.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
