/**
 * Word documents that could act when a reviewer opens them: macros, embedded programs, and templates, pictures or other parts that are
 * fetched from elsewhere. A hyperlink counts too: it leads reviewers away. The person is asked to send a PDF.
 */
import { StorageRefusal } from './refusals.ts'
import { withZip, ZipError } from './zip.ts'

/** Macros (vbaProject, vbaData), controls (activeX), embedded objects and other programs. */
const ACTIVE_PART = /vbaproject|vbadata|activex|oleobject|\.(exe|js|vbs|docm|dotm|xlsm|html?|mht)$/i
const ACTIVE_TYPE = /macroenabled|vbaproject|activex|oleobject|ms-word\.attachedtoolbars/i
const ACTIVE_RELATIONSHIP = /\/(aFChunk|subDocument|attachedTemplate|oleObject|control|vbaProject|frame)["']/i
/** Fields that fetch or start something. `HYPERLINK \l` leads to another place in the document. */
const ACTIVE_FIELD = /\b(DDE(AUTO)?|INCLUDE(PICTURE|TEXT)|IMPORT|LINK|HYPERLINK(?!\s*\\l)|MACROBUTTON|DATABASE|RD)\b/i
const BINARY_PART = /\.(jpe?g|png|gif|bmp|tiff?|emf|wmf|wdp|ico|ttf|odttf|fntdata|xlsx|bin)$/i
const ENCRYPTED = 1

const PART_BYTES_MAX = 20 * 1024 * 1024
const PARTS_MAX = 500

/** @throws StorageRefusal `active_docx`, or `wrong_type` if it cannot be read in full */
export async function requireInactiveDocx(file: string): Promise<void> {
  try {
    await withZip(file, async (entries, read) => {
      if (entries.length > PARTS_MAX) throw new ZipError('too many files')
      let left = PART_BYTES_MAX
      for (const entry of entries) {
        if ((entry.flags & ENCRYPTED) !== 0) throw new ZipError('encrypted')
        if (ACTIVE_PART.test(entry.name)) throw new StorageRefusal('active_docx')
        if (BINARY_PART.test(entry.name)) continue
        const bytes = await read(entry, left)
        left -= bytes.length
        if (isActive(entry.name, readXml(bytes))) throw new StorageRefusal('active_docx')
      }
    })
  } catch (cause) {
    throw cause instanceof ZipError ? new StorageRefusal('wrong_type', { cause }) : cause
  }
}

function isActive(name: string, xml: string): boolean {
  if (name.toLowerCase() === '[content_types].xml') return ACTIVE_TYPE.test(xml)
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
function readXml(bytes: Buffer): string {
  const text = bytes.toString('utf8')
  const encoding = /^\uFEFF?<\?xml[^>]*encoding\s*=\s*["']([^"']*)/i.exec(text)?.[1] ?? 'utf-8'
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
