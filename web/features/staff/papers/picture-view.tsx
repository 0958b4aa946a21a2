/** A picture in the frame of papers. It fits at first. */
import { useState, type CSSProperties } from 'react'
import { review } from '#words/review.ts'
import { liesOnItsSide, PaperFrame } from './paper-frame.tsx'

/** Width by height, until the picture is there. */
const USUAL_SHAPE = 4 / 3

/** @param address where the picture is. @param name its readable name */
export function PictureView({ address, name }: { address: string; name: string }) {
  const [shape, setShape] = useState(USUAL_SHAPE)
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
              onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
                setShape(naturalHeight === 0 ? USUAL_SHAPE : naturalWidth / naturalHeight)
              }
            />
          </div>
        )
      }}
    </PaperFrame>
  )
}
