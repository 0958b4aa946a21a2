/**
 * A separate process that re-encodes pictures, one after another, for picture-queue.ts. It can be ended at any moment, which a thread in
 * the middle of decoding cannot, and it knows no key, database or setting.
 */
import sharp, { type Sharp } from 'sharp'
import { PICTURE_PIXELS_MAX, type PictureType } from '../../../contract/aid/document-limits.ts'
import { PictureOrder } from './picture-order.ts'

const ENCODERS: Readonly<Record<PictureType, (picture: Sharp) => Sharp>> = {
  // Optimised tables would save little, and would hold the whole picture in memory twice.
  'image/jpeg': (picture) => picture.jpeg({ quality: 85, optimiseCoding: false }),
  'image/png': (picture) => picture.png({ compressionLevel: 6 }),
  // More effort takes twice as long for a tenth of the bytes.
  'image/webp': (picture) => picture.webp({ quality: 85, effort: 2 }),
}

// The cache would keep decoded pictures that are never used again.
sharp.cache(false)
sharp.concurrency(1)

/** Re-encodes a picture upright and without metadata such as location, time and device. */
async function reencode({ type, from, to }: PictureOrder): Promise<void> {
  const picture = sharp(from, { limitInputPixels: PICTURE_PIXELS_MAX, failOn: 'error', sequentialRead: true })
  await ENCODERS[type](picture.autoOrient()).toFile(to)
}

process.on('message', (message) => {
  reencode(PictureOrder.parse(message)).then(
    () => process.send?.({ done: true }),
    (error: unknown) => process.send?.({ done: false, why: String(error) }),
  )
})
process.send?.('ready')
// The server has ended.
process.on('disconnect', () => process.exit(0))
