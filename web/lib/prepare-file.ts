/** Makes a chosen file ready to be sent: checks it, and makes a picture smaller. */
import { DOCX, PICTURE_PIXELS_MAX, type DocumentType } from '../../contract/aid/document-limits.ts'
import { asJpegName, cleanName, faultOfFile, isHeic, typeOfBytes, type FileFault } from './file-rules.ts'

export type PreparedFile =
  | { readonly is: 'ready'; readonly name: string; readonly type: DocumentType; readonly content: Blob }
  | { readonly is: 'refused'; readonly name: string; readonly fault: FileFault }

/** @throws when the file cannot be read */
export async function prepareFile(chosen: File): Promise<PreparedFile> {
  const name = cleanName(chosen.name)
  const first = new Uint8Array(await chosen.slice(0, 1024).arrayBuffer())
  if (isHeic(first)) return { is: 'refused', name, fault: 'heic' }
  const type = typeOfBytes(first)
  const smaller = type === null ? null : await shrinkPicture(chosen, type)
  const file = smaller ?? chosen
  const fault = faultOfFile(file.size, type)
  if (fault !== null || type === null) return { is: 'refused', name, fault: fault ?? 'type' }
  const contentFault = await checkContent(file, type)
  if (contentFault !== null) return { is: 'refused', name, fault: contentFault }
  const sentType = smaller ? 'image/jpeg' : type
  // Copied, for the chosen file may leave the device before it is sent; without its name and dates.
  const content = new Blob([await file.arrayBuffer()], { type: sentType })
  return { is: 'ready', name: smaller ? cleanName(asJpegName(name)) : name, type: sentType, content }
}

/** @returns null where the check cannot be loaded or the browser cannot unpack: the server checks it again */
async function checkContent(file: Blob, type: DocumentType): Promise<FileFault | null> {
  if (type !== DOCX && type !== 'application/pdf') return null
  if (typeof DecompressionStream === 'undefined') return null
  try {
    return await (type === DOCX ? checkDocx(file) : checkPdf(file))
  } catch (problem) {
    console.warn('The document could not be checked here.', problem)
    return null
  }
}

async function checkPdf(file: Blob): Promise<FileFault | null> {
  const { faultOfPdf, OBJECTS_BYTES_MAX } = await import('../../contract/aid/pdf-content.ts')
  return faultOfPdf(await bytesOf(file), async (bytes) => {
    // Bytes after the stream in the file are not part of it.
    const { unpacked } = await unpack(new DecompressionStream('deflate'), bytes, OBJECTS_BYTES_MAX)
    return unpacked.length === 0 ? null : unpacked
  })
}

async function checkDocx(file: Blob): Promise<FileFault | null> {
  const { faultOfDocx } = await import('../../contract/aid/docx-content.ts')
  const fault = await faultOfDocx(await bytesOf(file), async (bytes, bytesMax) => {
    const { unpacked, isWhole } = await unpack(new DecompressionStream('deflate-raw'), bytes, bytesMax)
    return isWhole ? unpacked : null
  })
  return fault === 'active' ? 'word' : fault
}

const bytesOf = async (file: Blob) => new Uint8Array(await file.arrayBuffer())

/** @returns nothing of a stream that holds more than `bytesMax`; `isWhole` is false also where it is damaged or something follows */
async function unpack(
  stream: DecompressionStream,
  bytes: Uint8Array<ArrayBuffer>,
  bytesMax: number,
): Promise<{ unpacked: Uint8Array; isWhole: boolean }> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader()
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  let isWhole = true
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      pieces.push(piece.value)
      length += piece.value.length
      if (length > bytesMax) return { unpacked: new Uint8Array(), isWhole: false }
    }
  } catch {
    isWhole = false
  }
  return { unpacked: await bytesOf(new Blob(pieces)), isWhole }
}

/** A page of A4 stays readable at this size. */
const SIDE_PIXELS_MAX = 2200
const QUALITY = 0.85
/** Below that there is little to gain, and a scan might become unreadable. */
const WORTHWHILE_BYTES = 300_000

/** @returns a smaller JPEG; null where that is impossible, and the original is sent */
async function shrinkPicture(file: Blob, type: DocumentType): Promise<Blob | null> {
  if (!type.startsWith('image/')) return null
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const isRefused = picture.width * picture.height > PICTURE_PIXELS_MAX
    if (!isRefused && file.size < WORTHWHILE_BYTES) {
      picture.close()
      return null
    }
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
    return smaller && smaller.type === 'image/jpeg' && (isRefused || smaller.size < file.size) ? smaller : null
  } catch (fault) {
    console.warn('A picture could not be made smaller, so it goes as it is.', fault)
    return null
  }
}
