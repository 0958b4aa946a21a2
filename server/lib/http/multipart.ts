/**
 * The file in a form (`multipart/form-data`, RFC 7578), read as it arrives: Hono and the web's own `formData()` keep all of it in
 * memory. Fields beside the file are skipped.
 */

/** The form is not one, has no file, or ends too early. */
export class MultipartError extends Error {
  override readonly name = 'MultipartError'
}

const HEAD_BYTES_MAX = 8 * 1024
const LINE_END = '\r\n'

/** @returns null for a content type that is no form */
export function readBoundary(contentType: string): string | null {
  if (!/^multipart\/form-data\b/i.test(contentType)) return null
  const found = /;\s*boundary=(?:"(?<quoted>[^"]{1,70})"|(?<plain>[^\s;]{1,70}))/i.exec(contentType)?.groups
  return found?.['quoted'] ?? found?.['plain'] ?? null
}

/**
 * The bytes of the first file. Ends only where the form says that the file ends.
 * @throws MultipartError
 */
export async function* readFilePart(body: AsyncIterable<Uint8Array>, boundary: string): AsyncGenerator<Uint8Array> {
  const input = new Input(body)
  const delimiter = Buffer.from(`${LINE_END}--${boundary}`)
  await drop(input.until(delimiter))
  for (;;) {
    const next = (await input.take(2)).toString('latin1')
    if (next !== LINE_END) throw new MultipartError('the form has no file')
    let head = ''
    for await (const piece of input.until(Buffer.from(`${LINE_END}${LINE_END}`), HEAD_BYTES_MAX))
      head += piece.toString('latin1')
    if (/^content-disposition:[^\r\n]*;\s*filename\*?=/im.test(head)) {
      yield* input.until(delimiter)
      return
    }
    await drop(input.until(delimiter))
  }
}

async function drop(pieces: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of pieces);
}

/** Bytes that arrived and were not looked at yet. */
class Input {
  readonly #source: AsyncIterator<Uint8Array>
  /** Begins as if a line had ended: the first delimiter has none in front. */
  #held: Buffer = Buffer.from(LINE_END)

  constructor(body: AsyncIterable<Uint8Array>) {
    this.#source = body[Symbol.asyncIterator]()
  }

  async #next(): Promise<Buffer> {
    const { done, value } = await this.#source.next()
    if (done) throw new MultipartError('the form ends too early')
    return Buffer.from(value.buffer, value.byteOffset, value.length)
  }

  async take(bytes: number): Promise<Buffer> {
    while (this.#held.length < bytes) this.#held = Buffer.concat([this.#held, await this.#next()])
    const taken = this.#held.subarray(0, bytes)
    this.#held = this.#held.subarray(bytes)
    return taken
  }

  /** Everything before a mark, which is passed over. */
  async *until(mark: Buffer, bytesMax = Infinity): AsyncGenerator<Buffer> {
    let bytes = 0
    for (;;) {
      const at = this.#held.indexOf(mark)
      // What could be the beginning of the mark is kept back.
      const sure = at === -1 ? Math.max(0, this.#held.length - mark.length + 1) : at
      bytes += sure
      if (bytes > bytesMax) throw new MultipartError('the head of a part is too long')
      if (sure > 0) yield this.#held.subarray(0, sure)
      this.#held = this.#held.subarray(at === -1 ? sure : at + mark.length)
      if (at !== -1) return
      const piece = await this.#next()
      const seam = Buffer.concat([this.#held, piece.subarray(0, mark.length - 1)])
      // Joined only where the mark may lie across: a copy of every piece of a large file is memory that waits to be collected.
      if (piece.length < mark.length || seam.includes(mark)) {
        this.#held = Buffer.concat([this.#held, piece])
      } else {
        bytes += this.#held.length
        if (this.#held.length > 0) yield this.#held
        this.#held = piece
      }
    }
  }
}
