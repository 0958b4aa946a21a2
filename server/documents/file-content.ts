/** What a file is, by its content; and pictures made anew, so that nothing is left in them but what one sees. */
import { stat } from 'node:fs/promises'
import type { Sharp } from 'sharp'
import { DOCUMENT_TYPES, PICTURE_PIXELS_MAX, type DocumentType } from '../../contract/document-limits.ts'
import { StorageRefusal } from './refusals.ts'

/**
 * Of a DOCX only the list of its contents is unpacked, and at most a megabyte of it.
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
  // Better tables would make it a little smaller, and hold the whole picture in memory twice.
  'image/jpeg': (picture) => picture.jpeg({ quality: 85, optimiseCoding: false }),
  'image/png': (picture) => picture.png({ compressionLevel: 6 }),
  'image/webp': (picture) => picture.webp({ quality: 85 }),
}

const SECONDS_MAX = 20

/** The picture before. A large one takes 50 MB of memory, the largest 200 MB, so pictures take turns. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Writes a picture anew: upright, and without place, time, device and whatever else cameras and programs add.
 * @returns false for what is no picture: nothing was written
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
  // It would keep what it decoded, for a second request that never comes.
  sharp.cache(false)
  sharp.concurrency(1)
  try {
    const picture = sharp(from, { limitInputPixels: PICTURE_PIXELS_MAX, failOn: 'error', sequentialRead: true })
    await writer(picture.autoOrient().timeout({ seconds: SECONDS_MAX })).toFile(to)
  } catch (cause) {
    throw new StorageRefusal('broken_picture', { cause })
  }
}
