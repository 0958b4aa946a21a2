/** The scrolling frame of a paper, with the tools above it: larger, smaller, and turned. */
import { useRef, useState, type CSSProperties, type ReactNode, type RefObject } from 'react'
import { SmallButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { review } from '#words/aid/review.ts'
import { Step } from './full-screen.tsx'
import { useZoom } from './zoom.ts'

const { viewer: words } = review

/** Clockwise, in degrees. */
export type Turn = 0 | 90 | 180 | 270
const NEXT_TURN = { 0: 90, 90: 180, 180: 270, 270: 0 } as const satisfies Record<Turn, Turn>

/** Whether width and height change places. */
export const liesOnItsSide = (turn: Turn) => turn === 90 || turn === 270

interface PaperFrameProps {
  name: string
  /** At the start of the tools, such as the page that one sees. */
  says?: ReactNode
  onScroll?: (frame: HTMLElement) => void
  children: (view: { readonly turn: Turn; readonly frame: RefObject<HTMLElement | null> }) => ReactNode
}

/** It scrolls, so it must be reachable by keyboard. */
const FOCUSABLE = { tabIndex: 0 }

export function PaperFrame({ name, says, onScroll, children }: PaperFrameProps) {
  const frame = useRef<HTMLElement>(null)
  const [turn, setTurn] = useState<Turn>(0)
  const { zoom, larger, smaller, zoomTo } = useZoom(frame)
  const style: CSSProperties & Record<'--zoom', number> = { '--zoom': zoom }
  return (
    <div className="paper">
      <div className="paper-tools apart gap-x-4 gap-y-2 border-b border-line text-sm">
        <p className="whitespace-nowrap">{says}</p>
        <div className="flex items-center gap-2">
          <SmallButton aria-label={words.turn} title={words.turn} onClick={() => setTurn(NEXT_TURN[turn])}>
            <Icon name="turn" />
          </SmallButton>
          <Step
            name={words.smaller}
            icon="minus"
            isEnd={smaller === undefined}
            onPress={() => zoomTo(smaller ?? zoom)}
          />
          <output className="min-w-13 text-center tabular-nums">{words.percent(Math.round(zoom * 100))}</output>
          <Step name={words.larger} icon="plus" isEnd={larger === undefined} onPress={() => zoomTo(larger ?? zoom)} />
        </div>
      </div>
      <section
        ref={frame}
        aria-label={review.pictureOf(name)}
        {...FOCUSABLE}
        className="paper-frame"
        style={style}
        onScroll={({ currentTarget }) => onScroll?.(currentTarget)}
      >
        {children({ turn, frame })}
      </section>
    </div>
  )
}
