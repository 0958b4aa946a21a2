/** Files that could act when a reviewer opens them (contract/aid/pdf-content.ts, docx-content.ts). The person is asked for another copy. */
import { readFile } from 'node:fs/promises'
import { inflate, inflateRaw } from 'node:zlib'
import { DOCX, type DocumentType } from '../../../contract/aid/document-limits.ts'
import { faultOfDocx } from '../../../contract/aid/docx-content.ts'
import { faultOfPdf, OBJECTS_BYTES_MAX } from '../../../contract/aid/pdf-content.ts'
import { StorageRefusal, type RefusalName } from './refusals.ts'

const WORD_REFUSALS = { active: 'active_docx', type: 'wrong_type' } as const
const PDF_REFUSALS = { active: 'active_pdf', closed: 'closed_pdf' } as const

/** One at a time: each is read whole. */
let last: Promise<unknown> = Promise.resolve()

/** @throws StorageRefusal `active_docx`, `wrong_type`, `active_pdf`, `closed_pdf` */
export async function requireInactive(file: string, type: DocumentType): Promise<void> {
  if (type !== DOCX && type !== 'application/pdf') return
  const checking = last.then(async () => refusalOf(new Uint8Array(await readFile(file)), type))
  last = checking.catch(() => undefined)
  const refusal = await checking
  if (refusal !== null) throw new StorageRefusal(refusal)
}

async function refusalOf(
  bytes: Uint8Array<ArrayBuffer>,
  type: typeof DOCX | 'application/pdf',
): Promise<RefusalName | null> {
  if (type === DOCX) {
    const fault = await faultOfDocx(bytes, (packed, bytesMax) => unpack(inflateRaw, packed, bytesMax))
    return fault && WORD_REFUSALS[fault]
  }
  const fault = await faultOfPdf(bytes, (packed) => unpack(inflate, packed, OBJECTS_BYTES_MAX))
  return fault && PDF_REFUSALS[fault]
}

const unpack = (method: typeof inflate, bytes: Uint8Array, maxOutputLength: number): Promise<Uint8Array | null> =>
  new Promise((resolve) => {
    method(bytes, { maxOutputLength }, (error, unpacked) => resolve(error ? null : unpacked))
  })
