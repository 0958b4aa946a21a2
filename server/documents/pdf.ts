/** PDFs that could act when a reviewer opens them (contract/pdf-content.ts). The person is asked to send another copy. */
import { readFile } from 'node:fs/promises'
import { inflate } from 'node:zlib'
import { faultOfPdf, OBJECTS_BYTES_MAX, type Inflate } from '../../contract/pdf-content.ts'
import { StorageRefusal } from './refusals.ts'

/** One at a time: each is read whole. */
let last: Promise<unknown> = Promise.resolve()

/** @throws StorageRefusal `active_pdf`, `closed_pdf` */
export async function requireInactivePdf(file: string): Promise<void> {
  const checking = last.then(async () => faultOfPdf(new Uint8Array(await readFile(file)), unpack))
  last = checking.catch(() => undefined)
  const fault = await checking
  if (fault !== null) throw new StorageRefusal(`${fault}_pdf`)
}

const unpack: Inflate = (bytes) =>
  new Promise((resolve) => {
    inflate(bytes, { maxOutputLength: OBJECTS_BYTES_MAX }, (error, unpacked) => resolve(error ? null : unpacked))
  })
