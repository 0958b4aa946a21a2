/** Draws one page of a PDF: its picture, and above it its text, which can be selected, copied and read out. */
import { TextLayer, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** The largest picture that the smallest of today's phones can hold. A larger page is drawn less sharply. */
const PIXELS_MAX = 16_000_000

export interface DrawnPage {
  readonly canvas: HTMLCanvasElement
  readonly text: HTMLElement
  /** Whether it contains text; a scanned page is only a picture. */
  readonly hasText: boolean
  /** Height by width. */
  readonly shape: number
}

interface Drawing {
  readonly number: number
  /** On the screen, in CSS pixels. */
  readonly width: number
  /** Clockwise, in degrees. */
  readonly turn: number
}

/**
 * @param leaving stops the drawing, which then throws
 */
export async function drawPage(
  document: PDFDocumentProxy,
  { number, width, turn }: Drawing,
  leaving: AbortSignal,
): Promise<DrawnPage> {
  const page = await document.getPage(number)
  leaving.throwIfAborted()
  const rotation = (page.rotate + turn) % 360
  const plain = page.getViewport({ scale: 1, rotation })
  const viewport = page.getViewport({ scale: width / plain.width, rotation })
  const [canvas, { text, hasText }] = await Promise.all([
    drawPicture(page, viewport, leaving),
    drawText(page, viewport, leaving),
  ])
  leaving.throwIfAborted()
  return { canvas, text, hasText, shape: plain.height / plain.width }
}

type Viewport = ReturnType<PDFPageProxy['getViewport']>

async function drawPicture(page: PDFPageProxy, viewport: Viewport, leaving: AbortSignal): Promise<HTMLCanvasElement> {
  const { width, height } = viewport
  const sharpness = Math.min(window.devicePixelRatio, Math.sqrt(PIXELS_MAX / (width * height)))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.floor(width * sharpness))
  canvas.height = Math.max(1, Math.floor(height * sharpness))
  canvas.setAttribute('aria-hidden', 'true')
  const task = page.render({ canvas, viewport, transform: [sharpness, 0, 0, sharpness, 0, 0] })
  const stop = () => task.cancel()
  leaving.addEventListener('abort', stop)
  try {
    await task.promise
  } finally {
    leaving.removeEventListener('abort', stop)
  }
  return canvas
}

async function drawText(page: PDFPageProxy, viewport: Viewport, leaving: AbortSignal) {
  const content = await page.getTextContent()
  leaving.throwIfAborted()
  const text = document.createElement('div')
  text.className = 'pdf-text'
  text.style.setProperty('--total-scale-factor', String(viewport.scale))
  const hasText = content.items.some((item) => 'str' in item && item.str.trim() !== '')
  if (hasText) await new TextLayer({ textContentSource: content, container: text, viewport }).render()
  return { text, hasText }
}
