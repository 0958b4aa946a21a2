/** Opens what the person has typed and not sent before the parts of the page that show it. */
import type { ReactNode } from 'react'
import { administration as words } from '#words/office/administration.ts'
import { useLoaded } from '../../../lib/use-loaded.ts'
import { LoadedPart } from '../../../ui/loaded-part.tsx'
import { useAdministration } from '../../desk/administration.ts'
import { areDraftsOpen, openDrafts } from './drafts.ts'

interface WithDraftsProps {
  /** As large as the content. */
  skeleton: ReactNode
  children: ReactNode
}

export function WithDrafts({ skeleton, children }: WithDraftsProps) {
  const { user, bearer, onRefusal } = useAdministration()
  const { id: userId } = user
  const loaded = useLoaded(() => openDrafts({ userId, bearer }), {
    initial: areDraftsOpen(userId) || undefined,
    onProblem: onRefusal,
  })
  return (
    <LoadedPart loaded={loaded} failed={words.draftsNotOpened} skeleton={skeleton}>
      {() => children}
    </LoadedPart>
  )
}
