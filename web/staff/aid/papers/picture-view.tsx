/** A picture in the frame of papers. It fits at first. */
import { useState, type CSSProperties } from 'react'
import { review } from '#words/aid/review.ts'
import { liesOnItsSide, PaperFrame } from './paper-frame.tsx'

/** Width by height, until the picture is there. */
const USUAL_SHAPE = 4 / 3

export const shapeOf = ({ naturalWidth, naturalHeight }: HTMLImageElement) =>
  naturalHeight === 0 ? USUAL_SHAPE : naturalWidth / naturalHeight

interface PictureViewProps {
  /** Address of the picture. */
  address: string
  /** The document's readable name. */
  name: string
  /** Width divided by height. That of a usual photo while it is not known. */
  shape: number
}

export function PictureView({ address, name, shape: knownShape }: PictureViewProps) {
  const [shape, setShape] = useState(knownShape)
  return (
    <PaperFrame name={name}>
      {({ turn }) => {
        const style: CSSProperties & Record<'--shape' | '--turn', number | string> = {
          '--shape': liesOnItsSide(turn) ? 1 / shape : shape,
          '--turn': `${turn}deg`,
        }
        return (
          <div className="picture" data-side={liesOnItsSide(turn)} style={style}>
            <img
              src={address}
              alt={review.pictureOf(name)}
              onLoad={({ currentTarget }) => setShape(shapeOf(currentTarget))}
            />
          </div>
        )
      }}
    </PaperFrame>
  )
}
