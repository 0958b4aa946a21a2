/** A form's file comes out as it went in, however the line cuts it into pieces. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MultipartError, readFilePart } from './multipart.ts'

const BOUNDARY = '--line'
const DELIMITER = `\r\n--${BOUNDARY}`
const HEAD = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="note"\r\n\r\nhello${DELIMITER}\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n`

async function* inPieces(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let from = 0
  for (let turn = 0; from < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? bytes.length
    yield new Uint8Array(bytes.subarray(from, from + size))
    from += size
  }
}

async function fileIn(form: Buffer, sizes: readonly number[]): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of readFilePart(inPieces(form, sizes), BOUNDARY)) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** Files that are full of beginnings of the line that ends them. */
const contents = fc
  .array(
    fc.oneof(
      fc.nat(DELIMITER.length - 1).map((length) => DELIMITER.slice(0, length)),
      fc.string(),
    ),
    { maxLength: 12 },
  )
  .map((parts) => Buffer.from(parts.join('')))
  .filter((content) => !content.includes(DELIMITER))
const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 })

test('the file is complete, however its bytes are split', async () => {
  await fc.assert(
    fc.asyncProperty(contents, sizes, async (content, lengths) => {
      const form = Buffer.concat([Buffer.from(HEAD), content, Buffer.from(`${DELIMITER}--\r\n`)])
      expect(await fileIn(form, lengths)).toEqual(content)
    }),
    { numRuns: 1000 },
  )
})

test('a form that ends within its file is refused, however its bytes are split', async () => {
  await fc.assert(
    fc.asyncProperty(contents, sizes, async (content, lengths) => {
      const form = Buffer.concat([Buffer.from(HEAD), content])
      await expect(fileIn(form, lengths)).rejects.toThrow(MultipartError)
    }),
    { numRuns: 300 },
  )
})
