/** Checks of a file before it is sent: its type by its first bytes, its size, and its name. */
import {
  DOCUMENT_BYTES_MAX,
  DOCUMENT_ENDINGS,
  DOCUMENT_TYPES,
  DOCX,
  FILENAME_CHARACTERS_MAX,
  PDF_BEGINNING,
  type DocumentType,
} from '../../contract/aid/document-limits.ts'

/** For the `accept` of an input. */
export const ACCEPTED = [...DOCUMENT_TYPES, ...DOCUMENT_ENDINGS].join(',')

/** Photo format of Apple's phones. Safari returns a JPEG instead if asked for one; other browsers return the photo as it is. */
const HEIC = /^[^]{4}ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)/

/** The first bytes of each type, so that a program named `.pdf` is refused. Whether a zip is a Word document is checked later. */
const BEGINNINGS: readonly (readonly [DocumentType, RegExp])[] = [
  ['application/pdf', PDF_BEGINNING],
  ['image/jpeg', /^\u00FF\u00D8\u00FF/],
  ['image/png', /^\u0089PNG/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
  // oxlint-disable-next-line no-control-regex -- a zip begins with them
  [DOCX, /^PK\u0003\u0004/],
]

export function typeOfBytes(first: Uint8Array): DocumentType | null {
  const text = String.fromCharCode(...first.subarray(0, 1024))
  return BEGINNINGS.find(([, beginning]) => beginning.test(text))?.[0] ?? null
}

export const isHeic = (first: Uint8Array): boolean => HEIC.test(String.fromCharCode(...first.subarray(0, 16)))

export type FileFault = 'type' | 'heic' | 'empty' | 'large' | 'active' | 'closed' | 'word'

export function faultOfFile(bytes: number, type: DocumentType | null): FileFault | null {
  if (bytes === 0) return 'empty'
  if (type === null) return 'type'
  return bytes > DOCUMENT_BYTES_MAX ? 'large' : null
}

/** Characters that the server refuses in a name: control characters, text direction marks, and those with a meaning in addresses. */
// oxlint-disable-next-line no-control-regex -- they are what it looks for
const NOT_IN_NAMES = /[\u0000-\u001F\u007F-\u009F\u200E\u200F\u2028-\u202E\u2066-\u2069/\\?#%]+/gu

/** Half of a character, which no path can hold. */
const BROKEN = /\p{Surrogate}/gu

/** The name as part of the path: any language stays, refused characters are removed. */
export function cleanName(name: string): string {
  const clean = name.replaceAll(BROKEN, ' ').normalize('NFC').replace(NOT_IN_NAMES, ' ').replaceAll(/\s+/g, ' ').trim()
  if (clean === '' || /^\.+$/.test(clean)) return 'document'
  if (clean.length <= FILENAME_CHARACTERS_MAX) return clean
  const ending = /\.[^. ]{1,8}$/.exec(clean)?.[0] ?? ''
  // By code points, so that no character is cut in half.
  const signs = Array.from(clean.slice(0, FILENAME_CHARACTERS_MAX - ending.length - 1))
  return `${signs.join('').replaceAll(BROKEN, '').trim()}${ending}`
}

/** The name of a picture converted to JPEG. */
export function asJpegName(name: string): string {
  return /\.jpe?g$/i.test(name) ? name : `${name.replace(/\.(?:png|webp|heic)$/i, '')}.jpg`
}
