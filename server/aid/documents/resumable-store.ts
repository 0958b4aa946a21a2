/**
 * Resumable uploads (tus): the metadata is a row, upload-bytes.ts stores the bytes. A broken connection loses nothing that arrived.
 *
 * With S3, every process can resume each upload. Without it, only a process with the same folder can: the others return 404, and the
 * client starts again.
 */
import type { Readable } from 'node:stream'
import { DataStore, ERRORS, Upload } from '@tus/server'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { UPLOAD_HOURS_MAX } from '../../../contract/aid/document-limits.ts'
import { after, hours } from '../../platform/clock.ts'
import { DamagedFile } from '../../platform/encryption/encrypted-file.ts'
import type { Documents } from './documents.ts'
import { consume, withIdleTimeout } from './incoming-file.ts'
import { deleteUploads, findUpload, finishUpload } from './resumable-uploads.ts'
import { resumableUploads, type ResumableUpload } from './schema.ts'
import { createUploadBytes, type UploadBytes } from './upload-bytes.ts'

/** Upload with the metadata of its creation request. */
export type KnownUpload = ResumableUpload & { readonly metadata: object }
type Finishing = (upload: KnownUpload, file: string) => Promise<void>

export class ResumableStore extends DataStore {
  readonly #core: Documents
  readonly #bytes: UploadBytes
  /** Uploads that are becoming documents here. Reads wait for the result. */
  readonly #finishing = new Map<string, Promise<unknown>>()

  constructor(core: Documents) {
    super()
    this.#core = core
    this.#bytes = createUploadBytes(core)
    this.extensions = ['creation', 'creation-with-upload', 'expiration', 'termination']
  }

  /** @throws 404 and 410 of the protocol */
  async find(id: string): Promise<KnownUpload> {
    const found = z.uuid().safeParse(id).success ? await findUpload(this.#core.db, id) : null
    if (!found?.metadata) throw ERRORS.FILE_NOT_FOUND
    if (after(found.createdAt, this.getExpiration()) < this.#core.clock.now()) throw ERRORS.FILE_NO_LONGER_EXISTS
    return { ...found, metadata: found.metadata }
  }

  /** The row is there already. */
  override async create(upload: Upload): Promise<Upload> {
    upload.creation_date = this.#core.clock.now().toISOString()
    try {
      await this.#bytes.begin(upload.id)
    } catch (error) {
      await this.remove(upload.id)
      throw error
    }
    return upload
  }

  override async getUpload(id: string): Promise<Upload> {
    await this.#finishing.get(id)
    const upload = await this.find(id)
    const { bytes: size, metadata, createdAt, finishedAt } = upload
    const facts = { id, size, metadata, creation_date: createdAt.toISOString() }
    if (finishedAt) return new Upload({ ...facts, offset: size })
    const arrived = await this.#bytes.count(upload)
    if (arrived === null) throw ERRORS.FILE_NOT_FOUND
    // All bytes may have arrived before the process ended. A client stops when the upload is complete, so it is asked for the last
    // byte again, and the upload becomes a document then.
    return new Upload({ ...facts, offset: Math.min(arrived, size - 1) })
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const upload = await this.find(id)
    const pieces = withIdleTimeout(stream)
    if (!upload.finishedAt && (await this.#bytes.count(upload)) !== upload.bytes)
      return this.#bytes.append(upload, pieces, offset)
    // The last byte again, or nothing.
    await consume(pieces, () => Promise.resolve())
    return upload.bytes
  }

  override async remove(id: string): Promise<void> {
    const { db, clock } = this.#core
    await db.transaction((tx) => deleteUploads(tx, eq(resumableUploads.id, id), clock.now()))
    await this.#bytes.remove(id)
  }

  override getExpiration(): number {
    return hours(UPLOAD_HOURS_MAX)
  }

  /**
   * Turns a complete upload into a document. After a final refusal the upload is deleted. After any other failure the client is asked
   * for the last byte again, which retries.
   * @throws 410 of the protocol when a part was changed or is missing: the upload is deleted, and the client begins anew
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
    const upload = await this.find(id)
    if (upload.finishedAt) return
    try {
      await this.#bytes.withFile(upload, (file) => work(upload, file))
    } catch (error) {
      // Another process has finished it, and the sweep deleted its parts.
      if ((await findUpload(this.#core.db, id))?.finishedAt) return
      if (isFinal(error) || error instanceof DamagedFile) await this.remove(id)
      if (!(error instanceof DamagedFile)) throw error
      this.#core.log.error({ err: error, upload: id }, 'storage: a part of an upload was changed or is missing')
      throw ERRORS.FILE_NO_LONGER_EXISTS
    }
    await finishUpload(this.#core, id)
    await this.#bytes.remove(id)
  }
}
