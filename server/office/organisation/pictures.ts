/** The pictures of an organisation. The drawing of a logo is read element by element: what runs, loads, links or holds foreign content is refused. */
import type { Core } from '../../platform/core.ts'
import { sha256 } from '../../platform/crypto.ts'
import type { PictureUse } from '../../../contract/office/organisation-fields.ts'
import { AppError } from '../../platform/errors.ts'
import { keepPicture, type Picture } from '../../platform/rendering/logo.ts'
import type { Administering } from '../../record/audit/audit.ts'

const ELEMENTS = new Set(
  'svg g path rect circle ellipse line polyline polygon defs linearGradient radialGradient stop clipPath mask title desc symbol'.split(
    ' ',
  ),
)
const ATTRIBUTES =
  /^(?:xmlns|xmlns:xlink|version|id|class|viewBox|width|height|x|y|x1|y1|x2|y2|cx|cy|r|rx|ry|fx|fy|d|points|transform|gradientTransform|gradientUnits|spreadMethod|offset|preserveAspectRatio|role|aria-[a-z]+|opacity|display|color|fill(?:-[a-z]+)?|stroke(?:-[a-z]+)?|stop-(?:color|opacity)|clip-(?:path|rule)|clipPathUnits|mask(?:-type)?|maskUnits|maskContentUnits|paint-order|shape-rendering|color-interpolation(?:-filters)?|overflow|vector-effect|xml:space|enable-background)$/
/** Names a part of the drawing itself. */
const OWN_PART = /^url\(\s*['"]?#[\w-]+['"]?\s*\)$/
const NAMESPACES = new Set(['http://www.w3.org/2000/svg', 'http://www.w3.org/1999/xlink'])

const TOKEN = /<!--[^]*?-->|<(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

const SIDE_MIN = 48
const PIXELS_MAX = 16_000_000
const PHOTO_PIXELS_MAX = 50_000_000
const PNG_SIDE = 512
/** The database keeps no larger one. */
const STORED_BYTES_MAX = 500_000

const refused = (message: string, field = 'base64') => new AppError('invalid_input', { fields: [{ field, message }] })

/** @throws AppError `invalid_input`: what a drawing must not contain, in words */
export function requirePlainDrawing(text: string): void {
  const drawing = text.replace(/^\uFEFF?\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--[^]*?-->\s*)*(?:<!DOCTYPE svg[^[>]*>\s*)?/, '')
  TOKEN.lastIndex = 0
  let depth = 0
  while (TOKEN.lastIndex < drawing.length) {
    const token = TOKEN.exec(drawing)
    if (!token) throw refused('This is not a drawing that we can read. Save it as plain SVG.')
    const [, closes = '', name, attributes = '', empty = '', content] = token
    if (name !== undefined) {
      if (!ELEMENTS.has(name))
        throw refused(`The drawing contains <${name}>. Save it as plain SVG, with texts as paths.`)
      requirePlainAttributes(attributes)
      depth += closes ? -1 : empty ? 0 : 1
    } else if (content?.includes('&')) throw refused('The drawing contains an entity. Save it as plain SVG.')
    if (depth < 0) throw refused('This is not a drawing that we can read. Save it as plain SVG.')
  }
  if (depth !== 0 || !/^<svg[\s>]/.test(drawing)) throw refused('This is not a whole drawing.')
}

function requirePlainAttributes(attributes: string): void {
  for (const [, name = '', double, single] of attributes.matchAll(ATTRIBUTE)) {
    const value = double ?? single ?? ''
    if (!ATTRIBUTES.test(name)) throw refused(`The drawing contains the attribute ${name}. Save it as plain SVG.`)
    const isPlain = name.startsWith('xmlns')
      ? NAMESPACES.has(value)
      : !/[&\\]|script:|data:|https?:|\/\//i.test(value) && (!/url\(/i.test(value) || OWN_PART.test(value.trim()))
    if (!isPlain) throw refused(`The drawing refers to something outside it (${name}). Save it as plain SVG.`)
  }
}

interface PhotoUse {
  readonly size: { readonly width: number; readonly height: number; readonly fit: 'inside' | 'cover' }
  readonly bytesMax: number
  readonly field: string
}

const STORY: PhotoUse = { size: { width: 1200, height: 1200, fit: 'inside' }, bytesMax: 400_000, field: 'picture' }
/** As large as the drawing that it stands for, on dense screens. Nothing else on the home page is as heavy. */
const HOME: PhotoUse = { size: { width: 840, height: 819, fit: 'cover' }, bytesMax: 100_000, field: 'base64' }

/** @throws AppError `invalid_input`: no picture */
export const encodeStoryPicture = (sent: Buffer) => encodePhoto(sent, STORY)

/** Encodes a photo anew, upright, without what else the file holds: place and device above all. */
async function encodePhoto(sent: Buffer, { size, bytesMax, field }: PhotoUse): Promise<Buffer> {
  // A photo is rarely chosen, and the library is large.
  const { default: sharp } = await import('sharp')
  try {
    const photo = sharp(sent, { limitInputPixels: PHOTO_PIXELS_MAX, failOn: 'error' })
    const { format } = await photo.metadata()
    if (format !== 'jpeg' && format !== 'png' && format !== 'webp') throw refused('Choose a JPEG, PNG or WebP.', field)
    for (const quality of [80, 60, 40, 25]) {
      const jpeg = await photo
        .clone()
        .rotate()
        .resize({ ...size, withoutEnlargement: size.fit === 'inside' })
        .flatten({ background: 'white' })
        .jpeg({ quality })
        .toBuffer()
      if (jpeg.length <= bytesMax) return jpeg
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw refused('This picture cannot be read. Choose another file.', field)
  }
  throw refused('This picture is too detailed. Choose a plainer one.', field)
}

/**
 * Stores a logo, or a photo of the home page. Pictures are encoded anew, without what else the file holds.
 * @returns the hash that names it
 * @throws AppError `invalid_input`: neither a plain drawing nor a picture
 */
export async function storePicture(
  { db, clock }: Core,
  by: Administering | 'operator',
  use: PictureUse,
  sent: Buffer,
): Promise<string> {
  const { type, bytes } =
    use === 'logo' ? await readLogo(sent) : { type: 'image/jpeg' as const, bytes: await encodePhoto(sent, HOME) }
  const hash = sha256(bytes).toString('hex')
  await keepPicture(db, { hash, type, bytes, addedBy: by === 'operator' ? null : by.userId }, clock.now())
  return hash
}

async function readLogo(sent: Buffer): Promise<Pick<Picture, 'type' | 'bytes'>> {
  const isPng = sent.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))
  if (!isPng) requirePlainDrawing(sent.toString('utf8'))
  // A logo is rarely chosen, and the library is large.
  const { default: sharp } = await import('sharp')
  try {
    const picture = sharp(sent, { limitInputPixels: PIXELS_MAX, failOn: 'error' })
    const { width, height } = await picture.metadata()
    if (isPng && Math.min(width, height) < SIDE_MIN)
      throw refused(`The picture is smaller than ${SIDE_MIN} by ${SIDE_MIN} points.`)
    const png = await picture.resize(PNG_SIDE, PNG_SIDE, { fit: 'inside', withoutEnlargement: true }).png().toBuffer()
    if (isPng && png.length > STORED_BYTES_MAX)
      throw refused('This picture is too detailed for a logo. Choose a smaller or plainer one.')
    return isPng ? { type: 'image/png', bytes: png } : { type: 'image/svg+xml', bytes: sent }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw refused('This picture cannot be read. Choose another file.')
  }
}
