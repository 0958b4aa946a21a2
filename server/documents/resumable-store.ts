/**
 * Uploads that can be gone on with (tus): a folder for each, with what was said at its beginning and the bytes that came so far.
 * The length of the file is the offset, so whatever arrived before a line broke is kept.
 *
 * The folder belongs to a process and its disk. Several processes share it on a disk that all of them see; otherwise an upload
 * has to come back to the process where it began, and elsewhere it is not found: its client then begins anew.
 */
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { DataStore, ERRORS, Upload } from '@tus/server'
import { z } from 'zod'
import { UPLOAD_HOURS_MAX } from '../../contract/document-limits.ts'
import { after, hours, type Clock } from '../lib/clock.ts'
import { consume, withIdleTimeout } from './incoming-file.ts'

const Facts = z.object({
  user_id: z.string(),
  size: z.number(),
  metadata: z.record(z.string(), z.string().nullable()),
  overwrite: z.boolean(),
  created_at: z.iso.datetime(),
  /** Whether it has become a document: its bytes are gone from here then. */
  done: z.boolean(),
})
export type UploadFacts = z.output<typeof Facts>

type Finishing = (facts: UploadFacts) => Promise<void>

/** What the upload's maker is known by between the protocol's request and the store: tus keeps only texts. */
export const OWNER = 'user_id'
export const OVERWRITE = 'overwrite'

export class ResumableStore extends DataStore {
  readonly #folder: string
  readonly #clock: Clock
  /** Uploads that are becoming documents at this moment: nobody looks at them until it is known whether they have. */
  readonly #finishing = new Map<string, Promise<unknown>>()

  constructor(folder: string, clock: Clock) {
    super()
    this.#folder = folder
    this.#clock = clock
    this.extensions = ['creation', 'creation-with-upload', 'expiration', 'termination']
  }

  bytesOf(id: string): string {
    return join(this.#pathOf(id), 'bytes')
  }

  #pathOf(id: string): string {
    // Ids are ours, and become names of folders.
    if (!z.uuid().safeParse(id).success) throw ERRORS.FILE_NOT_FOUND
    return join(this.#folder, id)
  }

  /** @throws the protocol's 404 and 410 */
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
    await mkdir(this.#pathOf(upload.id), { recursive: true, mode: 0o700 })
    await writeFile(this.bytesOf(upload.id), '', { mode: 0o600 })
    await this.#writeFacts(upload.id, {
      user_id: owner ?? '',
      size: upload.size ?? 0,
      metadata,
      overwrite: overwrite === 'true',
      created_at: upload.creation_date,
      done: false,
    })
    return upload
  }

  override async getUpload(id: string): Promise<Upload> {
    await this.#finishing.get(id)
    const { size, metadata, created_at, done } = await this.readFacts(id)
    const facts = { id, size, metadata, creation_date: created_at }
    if (done) return new Upload({ ...facts, offset: size })
    const { size: arrived } = await stat(this.bytesOf(id))
    // All of it may have come, and the process ended before it became a document. A client that hears of a whole upload is
    // content, so it is asked for the last byte once more.
    return new Upload({ ...facts, offset: Math.min(arrived, size - 1) })
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const handle = await open(this.bytesOf(id), 'r+')
    let end = offset
    const append = async (piece: Uint8Array) => {
      for (let done = 0; done < piece.length;) {
        // On a disk that is all but full less is written than was asked for, without an error.
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
  }

  override getExpiration(): number {
    return hours(UPLOAD_HOURS_MAX)
  }

  /**
   * Makes a whole upload into a document. When that is refused for good the upload is gone; when it only failed, the client
   * is asked for the last byte once more, and with it for another try.
   */
  async finish(id: string, work: Finishing, isFinal: (error: unknown) => boolean): Promise<void> {
    const finishing = this.#settle(id, work, isFinal)
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

  async #settle(id: string, work: Finishing, isFinal: (error: unknown) => boolean): Promise<void> {
    const facts = await this.readFacts(id)
    try {
      await work(facts)
    } catch (error) {
      if (isFinal(error)) await this.remove(id)
      throw error
    }
    await this.#writeFacts(id, { ...facts, done: true })
    await rm(this.bytesOf(id), { force: true })
  }
}
