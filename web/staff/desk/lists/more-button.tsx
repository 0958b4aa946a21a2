/** Loads the next page of a list. On the last page it leaves, and the focus stays at the row before those that were added. */
import type { ReactNode } from 'react'
import { useFocusOnRemoval } from '../../../lib/use-focus-on-removal.ts'
import { Button } from '../../../ui/button.tsx'

interface MoreButtonProps {
  isLoading: boolean
  onPress: () => void
  children: ReactNode
}

/** The new rows are not in the document yet. */
function findLastRow(button: HTMLElement): Element | null | undefined {
  return [...(button.parentElement?.querySelectorAll('tbody > tr, ul > li') ?? [])].at(-1)
}

export function MoreButton({ isLoading, onPress, children }: MoreButtonProps) {
  const button = useFocusOnRemoval<HTMLButtonElement>(findLastRow)
  return (
    <Button ref={button} look="outline" busy={isLoading} onClick={onPress} className="justify-self-center">
      {children}
    </Button>
  )
}
