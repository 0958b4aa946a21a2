/** Detects the type of a file from its content, and re-encodes pictures to remove hidden data. */
import { stat } from 'node:fs/promises'
import type { Sharp } from 'sharp'
import { DOCUMENT_TYPES, PICTURE_PIXELS_MAX, type DocumentType } from '../../contract/document-limits.ts'
import { StorageRefusal } from './refusals.ts'

/**
 * Of a DOCX only the list of contents is unpacked, at most a megabyte.
 * @throws StorageRefusal `empty`, `wrong_type`
 */
export async function detectType(file: string): Promise<DocumentType> {
  const { size } = await stat(file)
  if (size === 0) throw new StorageRefusal('empty')
  const { fileTypeFromFile } = await import('file-type')
  let mime: string | undefined
  try {
    mime = (await fileTypeFromFile(file))?.mime
  } catch (cause) {
    throw new StorageRefusal('wrong_type', { cause })
  }
  const type = DOCUMENT_TYPES.find((known) => known === mime)
  if (!type) throw new StorageRefusal('wrong_type')
  return type
}

const ENCODERS: Partial<Record<DocumentType, (picture: Sharp) => Sharp>> = {
  // Optimised tables would save little, and would hold the whole picture in memory twice.
  'image/jpeg': (picture) => picture.jpeg({ quality: 85, optimiseCoding: false }),
  'image/png': (picture) => picture.png({ compressionLevel: 6 }),
  'image/webp': (picture) => picture.webp({ quality: 85 }),
}

const SECONDS_MAX = 20

/** The previous picture. Pictures are processed one at a time, because a large one takes 50 to 200 MB of memory. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Re-encodes a picture upright and without metadata such as location, time and device.
 * @returns false, without writing, if it is not a picture
 * @throws StorageRefusal `broken_picture`
 */
export async function reencodePicture(type: DocumentType, from: string, to: string): Promise<boolean> {
  const writer = ENCODERS[type]
  if (!writer) return false
  const turn = last.then(() => encodePicture(writer, from, to))
  last = turn.catch(() => {})
  await turn
  return true
}

async function encodePicture(writer: (picture: Sharp) => Sharp, from: string, to: string): Promise<void> {
  const { default: sharp } = await import('sharp')
  // The cache would keep decoded pictures that are never used again.
  sharp.cache(false)
  sharp.concurrency(1)
  try {
    const picture = sharp(from, { limitInputPixels: PICTURE_PIXELS_MAX, failOn: 'error', sequentialRead: true })
    await writer(picture.autoOrient().timeout({ seconds: SECONDS_MAX })).toFile(to)
  } catch (cause) {
    throw new StorageRefusal('broken_picture', { cause })
  }
}
