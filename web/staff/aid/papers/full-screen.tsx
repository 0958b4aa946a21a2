/** One paper over the whole screen, with the way to the others. Not the browser's own full screen, which iPhones lack. */
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { SmallButton } from '../../../ui/button.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { review } from '#words/aid/review.ts'
import { openModal } from '../../../api/modal.ts'

const { viewer: words } = review

/** The dialog in which the keys of papers work too. */
export const FULL_SCREEN = 'dialog.full-screen'

interface FullScreenProps {
  title: string
  /** Number of the paper, from 1. */
  place: number
  count: number
  onMove: (step: 1 | -1) => void
  onClose: () => void
  children: ReactNode
}

export function FullScreen({ title, place, count, onMove, onClose, children }: FullScreenProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    if (dialog.current) openModal(dialog.current)
  }, [])
  return (
    <dialog ref={dialog} className="full-screen" aria-labelledby="full-screen-title" onClose={onClose}>
      <div className="full-screen-bar flex items-center gap-2 bg-surface px-3 py-2 text-sm">
        <h2 id="full-screen-title" className="min-w-0 flex-1 truncate text-base">
          {title}
        </h2>
        {count > 1 && (
          <>
            <Step name={words.previous} icon="arrow" turned isEnd={place === 1} onPress={() => onMove(-1)} />
            <p className="whitespace-nowrap">{words.place(place, count)}</p>
            <Step name={words.next} icon="arrow" isEnd={place === count} onPress={() => onMove(1)} />
          </>
        )}
        <SmallButton onClick={() => dialog.current?.close()}>{words.close}</SmallButton>
      </div>
      {children}
    </dialog>
  )
}

interface StepProps {
  name: string
  icon: IconName
  turned?: boolean
  /** At an end it does nothing, and keeps the focus. */
  isEnd: boolean
  onPress: () => void
}

export function Step({ name, icon, turned = false, isEnd, onPress }: StepProps) {
  return (
    <SmallButton
      aria-label={name}
      aria-disabled={isEnd}
      onClick={() => !isEnd && onPress()}
      {...(turned && { style: { rotate: '180deg' } })}
    >
      <Icon name={icon} />
    </SmallButton>
  )
}
