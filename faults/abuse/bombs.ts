/** Files that are small to send and large when unpacked. */
import { setTimeout as pause } from 'node:timers/promises'
import { crc32, deflateSync } from 'node:zlib'
import { PICTURE_PIXELS_MAX } from '../../contract/aid/document-limits.ts'
import { docx, pdf, zip } from '../../test/support/documents.ts'
import type { ServerProcess } from '../../test/support/process.ts'
import type { Findings } from '../outcome.ts'

const MEGABYTE = 1024 * 1024
/** The largest accepted picture unpacks to 100 MB. A refused one must cost less. */
const GROWS_BYTES_MAX = 400 * MEGABYTE

interface Bomb {
  readonly bytes: Buffer<ArrayBuffer>
  readonly statuses: readonly number[]
}

/** A picture in one colour: it is tiny until it is unpacked. */
function png(width: number, height: number): Buffer<ArrayBuffer> {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.writeUInt8(1, 8)
  const pixels = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))))
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** @param megabytes the unpacked size of each archive */
function bombs(megabytes: number): Readonly<Record<string, Bomb>> {
  const blanks = ' '.repeat(megabytes * MEGABYTE)
  return {
    'an archive whose list of contents unpacks to a flood': {
      bytes: zip({ '[Content_Types].xml': blanks, 'word/document.xml': '<a/>' }, { deflated: true }),
      statuses: [415],
    },
    // Actions on opening are looked for in the text, as far as it is unpacked.
    'a letter whose text unpacks to a flood': { bytes: docx(blanks, { deflated: true }), statuses: [415] },
    'a picture of 900 megapixels': { bytes: png(30_000, 30_000), statuses: [415] },
    'a picture of 900 megapixels in one line': { bytes: png(900_000_000, 1), statuses: [415] },
    'the largest picture that is taken': { bytes: png(6000, PICTURE_PIXELS_MAX / 6000), statuses: [200] },
    'a PDF with 9 MB of junk': { bytes: Buffer.concat([pdf(), Buffer.alloc(9 * MEGABYTE, '\xE2')]), statuses: [200] },
    'a program with a PDF behind it': { bytes: Buffer.concat([Buffer.from('MZ\x90\0'), pdf()]), statuses: [415] },
  }
}

export async function dropBombs(
  { url }: ServerProcess,
  findings: Findings,
  { userId, token, megabytes }: { userId: string; token: string; megabytes: number },
): Promise<void> {
  const before = await residentBytes(url)
  let most = before
  let over = false
  const watching = (async () => {
    while (!over) {
      most = Math.max(most, await residentBytes(url))
      await pause(50)
    }
  })()
  // Awaited below; a failure before that must not end the process.
  watching.catch(() => {})
  for (const [index, [what, { bytes, statuses }]] of Object.entries(bombs(megabytes)).entries()) {
    // Several at once: each one is limited, and all of them together.
    const uploads = Array.from({ length: 4 }, (_, copy) =>
      fetch(`${url}/storage/v1/object/documents/${userId}/${index}${copy}_file`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}` },
        body: bytes,
        signal: AbortSignal.timeout(60_000),
      }).then(
        async (response) => ({ status: response.status, said: await response.text() }),
        (error: unknown) => ({ status: 0, said: String(error) }),
      ),
    )
    for (const { status, said } of await Promise.all(uploads))
      findings.check(
        'a file that is more than it seems is what its content is, or refused',
        statuses.includes(status),
        () => `${what}: ${status} ${said}`,
      )
  }
  over = true
  await watching
  findings.check(
    'files that unpack to a flood cost a bounded memory',
    most - before < GROWS_BYTES_MAX,
    () => `grew by ${Math.round((most - before) / MEGABYTE)} MB`,
  )
}

/** As the server reports it. */
async function residentBytes(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(60_000) })).text()
  const found = /^taimako_process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]
  if (found === undefined) throw new Error('the metrics do not tell the memory')
  return Number(found)
}
