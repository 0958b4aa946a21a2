/**
 * Resumable uploads (tus): one folder each, with the metadata and the bytes received so far. The file's length is the offset, so
 * everything that arrived before a connection broke is kept.
 *
 * Several processes can share the folder on a common disk. Otherwise an upload must continue at the process where it started; other
 * processes answer 404, and the client starts again.
 */
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { DataStore, ERRORS, Upload } from '@tus/server'
import { z } from 'zod'
import { UPLOAD_HOURS_MAX } from '../../../contract/aid/document-limits.ts'
import { after, hours, type Clock } from '../../platform/clock.ts'
import type { Documents } from './documents.ts'
import { consume, withIdleTimeout } from './incoming-file.ts'
import { finishUpload, releaseUpload } from './resumable-uploads.ts'

const Facts = z.object({
  user_id: z.string(),
  size: z.number(),
  metadata: z.record(z.string(), z.string().nullable()),
  overwrite: z.boolean(),
  created_at: z.iso.datetime(),
  /** Whether it has become a document. Its bytes are deleted here then. */
  done: z.boolean(),
})
export type UploadFacts = z.output<typeof Facts>

type Finishing = (facts: UploadFacts) => Promise<void>

/** Metadata keys that carry the owner and the overwrite flag from the request to the store. tus allows only text. */
export const OWNER = 'user_id'
export const OVERWRITE = 'overwrite'

export class ResumableStore extends DataStore {
  readonly #folder: string
  readonly #core: Documents
  readonly #clock: Clock
  /** Uploads that are becoming documents. Reads wait for the result. */
  readonly #finishing = new Map<string, Promise<unknown>>()

  constructor(folder: string, core: Documents) {
    super()
    this.#folder = folder
    this.#core = core
    this.#clock = core.clock
    this.extensions = ['creation', 'creation-with-upload', 'expiration', 'termination']
  }

  bytesOf(id: string): string {
    return join(this.#pathOf(id), 'bytes')
  }

  #pathOf(id: string): string {
    // Ids become folder names, so only our own are accepted.
    if (!z.uuid().safeParse(id).success) throw ERRORS.FILE_NOT_FOUND
    return join(this.#folder, id)
  }

  /** @throws 404 and 410 of the protocol */
  async readFacts(id: string): Promise<UploadFacts> {
    const text = await readFile(join(this.#pathOf(id), 'facts.json'), 'utf8').catch(() => null)
    if (text === null) throw ERRORS.FILE_NOT_FOUND
    const facts = Facts.parse(JSON.parse(text))
    if (after(new Date(facts.created_at), this.getExpiration()) < this.#clock.now()) throw ERRORS.FILE_NO_LONGER_EXISTS
    return facts
  }

  async #writeFacts(id: string, facts: UploadFacts): Promise<void> {
    const path = join(this.#pathOf(id), 'facts.json')
    await writeFile(`${path}.partial`, JSON.stringify(facts), { mode: 0o600 })
    await rename(`${path}.partial`, path)
  }

  override async create(upload: Upload): Promise<Upload> {
    const { [OWNER]: owner, [OVERWRITE]: overwrite, ...metadata } = upload.metadata ?? {}
    upload.creation_date = this.#clock.now().toISOString()
    const facts = {
      user_id: owner ?? '',
      size: upload.size ?? 0,
      metadata,
      overwrite: overwrite === 'true',
      created_at: upload.creation_date,
      done: false,
    }
    try {
      await mkdir(this.#pathOf(upload.id), { recursive: true, mode: 0o700 })
      await writeFile(this.bytesOf(upload.id), '', { mode: 0o600 })
      await this.#writeFacts(upload.id, facts)
    } catch (error) {
      await this.remove(upload.id)
      throw error
    }
    return upload
  }

  override async getUpload(id: string): Promise<Upload> {
    await this.#finishing.get(id)
    const { size, metadata, created_at, done } = await this.readFacts(id)
    const facts = { id, size, metadata, creation_date: created_at }
    if (done) return new Upload({ ...facts, offset: size })
    const { size: arrived } = await stat(this.bytesOf(id))
    // All bytes may have arrived before the process ended. A client stops when the upload is complete, so it is asked for the last
    // byte again, and the upload becomes a document then.
    return new Upload({ ...facts, offset: Math.min(arrived, size - 1) })
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const handle = await open(this.bytesOf(id), 'r+')
    let end = offset
    const append = async (piece: Uint8Array) => {
      for (let done = 0; done < piece.length;) {
        // A nearly full disk writes less than requested, without an error.
        const { bytesWritten } = await handle.write(piece, done, piece.length - done, end)
        done += bytesWritten
        end += bytesWritten
      }
    }
    try {
      await consume(withIdleTimeout(stream), append)
    } finally {
      await handle.close()
    }
    return end
  }

  override async remove(id: string): Promise<void> {
    await rm(this.#pathOf(id), { recursive: true, force: true })
    await releaseUpload(this.#core, id)
  }

  override getExpiration(): number {
    return hours(UPLOAD_HOURS_MAX)
  }

  /**
   * Turns a complete upload into a document. After a final refusal the upload is deleted. After any other failure the client is asked
   * for the last byte again, which retries.
   */
  async finish(id: string, work: Finishing, isFinal: (error: unknown) => boolean): Promise<void> {
    const finishing = this.#run(id, work, isFinal)
    this.#finishing.set(
      id,
      finishing.catch(() => {}),
    )
    try {
      await finishing
    } finally {
      this.#finishing.delete(id)
    }
  }

  async #run(id: string, work: Finishing, isFinal: (error: unknown) => boolean): Promise<void> {
    const facts = await this.readFacts(id)
    try {
      await work(facts)
    } catch (error) {
      if (isFinal(error)) await this.remove(id)
      throw error
    }
    await this.#writeFacts(id, { ...facts, done: true })
    await rm(this.bytesOf(id), { force: true })
    await finishUpload(this.#core, id)
  }
}
