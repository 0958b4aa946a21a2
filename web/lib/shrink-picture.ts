/**
 * Makes a picture smaller on the device: a phone's photograph is four times as large as a reviewer needs, and each megabyte costs
 * money on a prepaid line. It is upright afterwards, and no longer says where it was taken.
 */
import type { DocumentType } from '../../contract/aid/document-limits.ts'

/** A page of A4 stays readable at this size. */
const SIDE_PIXELS_MAX = 2200
const QUALITY = 0.85
/** Below that there is little to gain, and a scan might become unreadable. */
const WORTHWHILE_BYTES = 300_000

/** @returns a smaller JPEG; null where that is impossible, and the original is sent */
export async function shrinkPicture(file: Blob, type: DocumentType): Promise<Blob | null> {
  if (!type.startsWith('image/') || file.size < WORTHWHILE_BYTES) return null
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const scale = Math.min(1, SIDE_PIXELS_MAX / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(picture.width * scale))
    canvas.height = Math.max(1, Math.round(picture.height * scale))
    const surface = canvas.getContext('2d')
    if (!surface) return null
    // A JPEG has no transparency.
    surface.fillStyle = 'white'
    surface.fillRect(0, 0, canvas.width, canvas.height)
    surface.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    const smaller = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
    // Frees the memory immediately, which some phones do not do automatically.
    canvas.width = 0
    return smaller && smaller.type === 'image/jpeg' && smaller.size < file.size ? smaller : null
  } catch (fault) {
    console.warn('A picture could not be made smaller, so it goes as it is.', fault)
    return null
  }
}
