/**
 * Word documents that could act when a reviewer opens them: macros, embedded programs, and templates, pictures or other parts that are
 * fetched from elsewhere. A hyperlink counts too: it leads reviewers away. The page and the server check alike.
 */
import { DOCX } from './document-limits.ts'
import { readZipEntry, readZipList, ZipError, type InflateRaw } from '../platform/zip.ts'

/** `active`: see above. `type`: not a Word document that can be read in full. */
export type DocxFault = 'active' | 'type'

/** Macros (vbaProject, vbaData), controls (activeX), embedded objects and other programs. */
const ACTIVE_PART = /vbaproject|vbadata|activex|oleobject|\.(exe|js|vbs|docm|dotm|xlsm|html?|mht)$/i
const ACTIVE_TYPE = /macroenabled|vbaproject|activex|oleobject|ms-word\.attachedtoolbars/i
const ACTIVE_RELATIONSHIP = /\/(aFChunk|subDocument|attachedTemplate|oleObject|control|vbaProject|frame)["']/i
/** Fields that fetch or start something. `HYPERLINK \l` leads to another place in the document. */
const ACTIVE_FIELD = /\b(DDE(AUTO)?|INCLUDE(PICTURE|TEXT)|IMPORT|LINK|HYPERLINK(?!\s*\\l)|MACROBUTTON|DATABASE|RD)\b/i
const BINARY_PART = /\.(jpe?g|png|gif|bmp|tiff?|emf|wmf|wdp|ico|ttf|odttf|fntdata|xlsx|bin)$/i
const CONTENT_TYPES = '[content_types].xml'
const ENCRYPTED = 1

const PART_BYTES_MAX = 20 * 1024 * 1024
const PARTS_MAX = 500

/** @returns null if nothing in it acts */
export async function faultOfDocx(bytes: Uint8Array<ArrayBuffer>, inflate: InflateRaw): Promise<DocxFault | null> {
  try {
    return await findFault(bytes, inflate)
  } catch (cause) {
    if (cause instanceof ZipError) return 'type'
    throw cause
  }
}

async function findFault(bytes: Uint8Array<ArrayBuffer>, inflate: InflateRaw): Promise<DocxFault | null> {
  const entries = readZipList(bytes)
  if (entries.length > PARTS_MAX) return 'type'
  let isWord = false
  let left = PART_BYTES_MAX
  for (const entry of entries) {
    if ((entry.flags & ENCRYPTED) !== 0) return 'type'
    if (ACTIVE_PART.test(entry.name)) return 'active'
    if (BINARY_PART.test(entry.name)) continue
    const part = await readZipEntry(bytes, entry, left, inflate)
    left -= part.length
    const xml = readXml(part)
    if (isActive(entry.name, xml)) return 'active'
    isWord ||= entry.name.toLowerCase() === CONTENT_TYPES && xml.includes(`${DOCX}.main+xml`)
  }
  return isWord ? null : 'type'
}

function isActive(name: string, xml: string): boolean {
  if (name.toLowerCase() === CONTENT_TYPES) return ACTIVE_TYPE.test(xml)
  if (/\.rels$/i.test(name)) {
    const modes = [...xml.matchAll(/TargetMode\s*=\s*(["'])(.*?)\1/gis)].map(([, , mode = '']) =>
      resolveReferences(mode),
    )
    return modes.some((mode) => mode !== 'Internal') || ACTIVE_RELATIONSHIP.test(resolveReferences(xml))
  }
  // The text of a field may be split over several elements; `fldChar` separates fields.
  const parts = xml.matchAll(/<(?:[^\s<>:/]+:)?fldChar\b|<(?:[^\s<>:/]+:)?instrText\b[^>]*>([^<]*)/gi)
  const fields = [...parts].map(([, text]) => text ?? ' ').join('')
  const simple = [...xml.matchAll(/\binstr\s*=\s*(["'])(.*?)\1/gis)].map(([, , text]) => text).join(' ')
  return ACTIVE_FIELD.test(resolveReferences(`${fields} ${simple}`))
}

/** Only UTF-8 without a document type, so that nothing can be written in another way. Comments and instructions are left out. */
function readXml(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes)
  const encoding = /^<\?xml[^>]*encoding\s*=\s*["']([^"']*)/i.exec(text)?.[1] ?? 'utf-8'
  if (!/^(utf-?8|us-ascii)$/i.test(encoding) || /\0|\uFFFD|<!(DOCTYPE|ENTITY|\[CDATA)/i.test(text))
    throw new ZipError('unusual XML')
  return text.replaceAll(/<!--.*?-->|<\?.*?\?>/gs, '')
}

function resolveReferences(text: string): string {
  return text.replaceAll(/&#(x[\da-f]{1,6}|\d{1,7});/gi, (_, code: string) => {
    const point = /^x/i.test(code) ? Number.parseInt(code.slice(1), 16) : Number(code)
    return point <= 0x10_ff_ff ? String.fromCodePoint(point) : ''
  })
}
