/** The icons of the site, made from an organisation's logo, and the photo on its home page. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Organisation } from '../../../contract/platform/organisation.ts'
import { logoAddress, pictureAddress } from '../../../contract/platform/our-site.ts'
import { onlyRow, type Db, type Tx } from '../db/db.ts'
import type { SiteFiles } from './render-site.ts'

const Stored = z.object({ type: z.enum(['image/svg+xml', 'image/png', 'image/jpeg']), bytes: z.instanceof(Uint8Array) })

export interface Picture {
  /** Names it: the SHA-256 of its bytes, in hexadecimal. */
  readonly hash: string
  readonly type: z.output<typeof Stored>['type']
  readonly bytes: Buffer
  /** Null: the operator. */
  readonly addedBy: string | null
}

/** Stores a picture that was checked. The same one again changes nothing. */
export async function keepPicture(db: Db, { hash, type, bytes, addedBy }: Picture, now: Date): Promise<void> {
  await db.execute(sql`
    insert into organisation_pictures (hash, type, bytes, added_by, added_at)
    values (${hash}, ${type}, ${bytes}, ${addedBy}, ${now.toISOString()}::timestamptz) on conflict do nothing`)
}

const SQUARES = [
  ['/apple-touch-icon.png', 180],
  ['/icon-192.png', 192],
  ['/icon-512.png', 512],
] as const
const CARD = { width: 1200, height: 630 }
/** Icons and cards stand on it, in both themes. */
const PAPER = '#fbf8f2'
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 }

export const readPicture = (db: Db | Tx, hash: string) =>
  onlyRow(db, sql`select type, bytes from organisation_pictures where hash = ${hash}`, Stored)

/** @returns the photo of the home page; none where our drawing stands */
export async function pictureFiles(db: Db | Tx, { look: { picture } }: Organisation): Promise<SiteFiles> {
  if (picture === null) return {}
  return { [pictureAddress(picture)]: asBytes(Buffer.from((await readPicture(db, picture)).bytes)) }
}

/** @returns the files that stand in place of ours; none without a logo */
export async function logoFiles(db: Db | Tx, { look: { logo } }: Organisation): Promise<SiteFiles> {
  if (logo === null) return {}
  const { type, bytes } = await readPicture(db, logo)
  // A publication is rare, and the library is large.
  const { default: sharp } = await import('sharp')
  const sized = (width: number, height: number) =>
    sharp(bytes, { density: 300 }).resize(width, height, { fit: 'contain', background: CLEAR })
  const onPaper = async (width: number, height: number, part: number) => {
    const mark = await sized(Math.round(height * part), Math.round(height * part))
      .png()
      .toBuffer()
    const paper = { create: { width, height, channels: 3, background: PAPER } } as const
    return sharp(paper)
      .composite([{ input: mark }])
      .png()
      .toBuffer()
  }
  const squares = await Promise.all(
    SQUARES.map(async ([address, side]) => [address, asBytes(await onPaper(side, side, 0.8))] as const),
  )
  const drawing =
    type === 'image/svg+xml' ? Buffer.from(bytes).toString('utf8') : wrapped(await sized(256, 256).png().toBuffer())
  return {
    ...Object.fromEntries(squares),
    '/card.png': asBytes(await onPaper(CARD.width, CARD.height, 0.6)),
    '/favicon.ico': asBytes(asIcon(await sized(32, 32).png().toBuffer())),
    '/favicon.svg': drawing,
    [logoAddress(logo)]: drawing,
  }
}

const asBytes = (bytes: Buffer) => ({ base64: bytes.toString('base64') })

/** A PNG as a drawing, so that pages name one kind of file. */
const wrapped = (png: Buffer) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256"><image width="256" height="256" href="data:image/png;base64,${png.toString('base64')}"/></svg>`

/** An .ico file with one PNG of 32 by 32 points: its header of 22 bytes, then the picture. */
function asIcon(png: Buffer): Buffer {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(32, 6)
  header.writeUInt8(32, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(22, 18)
  return Buffer.concat([header, png])
}
