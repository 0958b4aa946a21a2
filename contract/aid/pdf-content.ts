/**
 * PDFs that could act when a reviewer opens them: JavaScript, starting a program, sending a form, and attached programs. The page and the
 * server check alike. The whole file is searched, so that no trick with comments, strings or earlier versions hides anything; only object
 * streams are unpacked, because elsewhere PDF 32000-1:2008 (7.5.7) keeps all dictionaries in the clear.
 */

/** `active`: see above. `closed`: its objects are encrypted, or packed in a way that is not read here. */
export type PdfFault = 'active' | 'closed'
/** @returns null if the bytes do not begin with a zlib stream, or hold more than {@link OBJECTS_BYTES_MAX} */
export type Inflate = (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array | null>

/** The most text of one object stream. */
export const OBJECTS_BYTES_MAX = 16 * 1024 * 1024
/** The most object streams of a file; large catalogues have some hundreds. */
const STREAMS_MAX = 2000

/** White space and comments, which may stand between any two tokens. */
const GAP = String.raw`(?:[\0\s]|%[^\r\n]*[\r\n])*`
/** Before a name, outside words such as the addresses of links. */
const START = String.raw`(?:^|[\0\s<>[\])}]|/S)`
const END = String.raw`(?![^\0\s<>[\](){}/%])`
const ACTION = new RegExp(`${START}/(?:JavaScript|Launch|SubmitForm|ImportData)${END}`)
const SCRIPT = new RegExp(`${START}/JS${GAP}(?:[(<]|\\d+${GAP}\\s\\d+${GAP}\\sR)`)
const ATTACHED = new RegExp(`/EmbeddedFiles?${END}`)
/** The name of an attached file, as text or in hexadecimal digits. */
const ATTACHED_NAME = new RegExp(`/U?F${GAP}(?:\\(((?:[^()\\\\]|\\\\[^])*)\\)|<([\\da-fA-F\\s]*)>)`, 'g')
/** Attachments that invoices and forms carry. */
const HARMLESS_NAME = /\.(?:xml|txt|csv|json|pdf|png|jpe?g)$/i

const STREAM = new RegExp(`>>${GAP}stream(?:\\r\\n|\\n|\\r)`, 'g')
const OBJECTS = new RegExp(`/(?:ObjStm${END}|First${GAP}\\s\\d+(?!\\d|${GAP}\\s\\d+${GAP}\\sR))`)
const ENCRYPTED = new RegExp(`/Encrypt${GAP}(?:<<|\\s\\d)`)
const FILTERED = new RegExp(`/Filter${END}`)
const FLATE = `/(?:FlateDecode|Fl)${END}`
const ONLY_FLATE = new RegExp(`/Filter${GAP}(?:${FLATE}|\\[${GAP}${FLATE}${GAP}\\])`)
const PREDICTED = new RegExp(`/Predictor${GAP}\\s(?:[2-9]|1\\d)`)

/** @returns null if nothing in it acts */
export async function faultOfPdf(bytes: Uint8Array<ArrayBuffer>, inflate: Inflate): Promise<PdfFault | null> {
  const raw = readText(bytes)
  const text = resolveNames(raw)
  const packed = objectStreams(raw)
  // One that is written so that it is not recognized, or more than any real file has.
  if (countOf(text, '/ObjStm') > packed.length || packed.length > STREAMS_MAX) return 'closed'
  if (packed.length > 0 && ENCRYPTED.test(text)) return 'closed'
  const parts = [text]
  for (const { at, dictionary } of packed) {
    // Without a filter it is in the clear.
    if (!FILTERED.test(dictionary)) continue
    const isRead = ONLY_FLATE.test(dictionary) && !PREDICTED.test(dictionary)
    const unpacked = isRead ? await inflate(bytes.subarray(at)) : null
    if (unpacked === null) return 'closed'
    parts.push(resolveNames(readText(unpacked)))
  }
  return parts.some((part) => ACTION.test(part) || SCRIPT.test(part)) || attachesPrograms(parts) ? 'active' : null
}

/** One character for each byte. */
const readText = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes)

/** A name may have any letter as `#4A`. */
const resolveNames = (text: string): string =>
  text.replaceAll(/#([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

const countOf = (text: string, part: string): number => text.split(part).length - 1

/** Finds each stream's dictionary, and the place where its data begins. */
function objectStreams(raw: string): { readonly at: number; readonly dictionary: string }[] {
  return [...raw.matchAll(STREAM)].flatMap(({ index, 0: keyword }) => {
    const dictionary = resolveNames(raw.slice(raw.lastIndexOf('obj', index), index + '>>'.length))
    return OBJECTS.test(dictionary) ? [{ at: index + keyword.length, dictionary }] : []
  })
}

/** Whether a file is attached that is not one of the harmless kinds by its name. */
function attachesPrograms(parts: readonly string[]): boolean {
  if (!parts.some((part) => ATTACHED.test(part))) return false
  const names = parts.flatMap((part) => Array.from(part.matchAll(ATTACHED_NAME), nameOf))
  return names.length === 0 || !names.every((name) => HARMLESS_NAME.test(name))
}

function nameOf([, text, digits]: RegExpMatchArray): string {
  const bytes = text ?? (digits ?? '').replaceAll(/\s/g, '').replaceAll(/../g, (code) => fromCode(code, 16))
  const resolved = bytes
    .replaceAll(/\\([0-7]{1,3})/g, (_, code: string) => fromCode(code, 8))
    .replaceAll(/\\([^])/g, '$1')
  // UTF-16 of Latin letters.
  return resolved.replaceAll('\0', '').trim()
}

const fromCode = (code: string, base: number): string => String.fromCharCode(Number.parseInt(code, base))
