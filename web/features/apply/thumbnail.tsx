/** A small picture of a chosen document; the kind of file for everything but photos. */
import { useEffect, useRef, useState } from 'react'
import type { DraftDocument } from './draft.ts'
import { loadFile } from './file-storage.ts'

/** Twice the size on the screen, for sharp phones. */
const SIDE_PIXELS = 112

export function Thumbnail({ document: { id, type } }: { document: DraftDocument }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [drawn, setDrawn] = useState(false)
  const isPicture = type.startsWith('image/')
  useEffect(() => {
    let left = false
    const draw = async () => {
      const file = isPicture ? await loadFile(id) : undefined
      if (file === undefined || left) return
      const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
      const surface = canvas.current?.getContext('2d')
      if (surface && !left) {
        const side = Math.min(picture.width, picture.height)
        const [x, y] = [(picture.width - side) / 2, (picture.height - side) / 2]
        surface.drawImage(picture, x, y, side, side, 0, 0, SIDE_PIXELS, SIDE_PIXELS)
        setDrawn(true)
      }
      picture.close()
    }
    draw().catch((fault: unknown) => console.warn('A thumbnail could not be drawn.', fault))
    return () => {
      left = true
    }
  }, [id, isPicture])
  return (
    <div className="thumbnail" aria-hidden="true" data-drawn={drawn}>
      {isPicture && <canvas ref={canvas} width={SIDE_PIXELS} height={SIDE_PIXELS} hidden={!drawn} />}
      {!isPicture && (type === 'application/pdf' ? 'PDF' : 'DOCX')}
    </div>
  )
}
