/** Draws the number of a request as a picture, which a telephone keeps among its photos: number, date, whose it is, where to ask. */
import { formatDay } from './format-date.ts'
import { numberPicture as words } from '#words/aid/number-picture.ts'
import { site } from '../words/site.ts'

export interface Numbered {
  readonly case_number: string
  readonly created_at: string
  readonly due_at: string | null
}

const [WIDTH, HEIGHT, EDGE] = [1080, 900, 72]

/** @returns a PNG without a kind of aid, an amount or a name; null where the browser draws none */
export async function drawNumber(request: Numbered, phone: string): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: WIDTH, height: HEIGHT })
  const pen = canvas.getContext('2d')
  if (!pen) return null
  // Ink on white whatever the theme: it is read in the sun, and printed.
  pen.fillStyle = '#ffffff'
  pen.fillRect(0, 0, WIDTH, HEIGHT)
  pen.fillStyle = site.look.main
  pen.fillRect(0, 0, WIDTH, 24)
  let y = 60
  const write = (text: string, size: number, isBold = false) => {
    pen.fillStyle = '#14201a'
    for (const line of linesOf(pen, text, size, isBold)) {
      y += size * 1.3
      pen.fillText(line, EDGE, y)
    }
    y += size * 0.5
  }
  write(site.name, 48, true)
  write(words.number, 40)
  write(request.case_number, 96, true)
  write(words.sentOn(formatDay(request.created_at)), 40)
  if (request.due_at !== null) write(words.decideBy(formatDay(request.due_at)), 40)
  write(words.ask, 40, true)
  write(`${window.location.host}/aid/status`, 40)
  write(phone, 40)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

/** The text in lines that fit; what is wider than a line gets smaller letters. */
function linesOf(pen: CanvasRenderingContext2D, text: string, size: number, isBold: boolean): string[] {
  const room = WIDTH - 2 * EDGE
  const set = (pixels: number) => (pen.font = `${isBold ? 'bold ' : ''}${pixels}px sans-serif`)
  set(size)
  const widest = Math.max(...text.split(' ').map((word) => pen.measureText(word).width))
  if (widest > room) set(Math.floor((size * room) / widest))
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    const longer = last === undefined ? word : `${last} ${word}`
    if (last !== undefined && pen.measureText(longer).width <= room) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
