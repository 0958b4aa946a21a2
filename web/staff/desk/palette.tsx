/** The search of the bar, Ctrl K, and / where a page has no search: finds a page, an act on the open page, a request, a person or a payout. The arrow keys choose, Enter opens. */
import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { useSession } from '../../api/session/session-provider.tsx'
import type { SignedIn } from '../../api/session/session.ts'
import { loadPart } from '../../lib/load-part.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { Icon } from '../../ui/icon.tsx'
import { LoadedPart } from '../../ui/loaded-part.tsx'
import { staffFrame } from '#words/office/admin-frame.ts'
import { useShortcuts } from './keys/shortcuts.ts'

export function Palette() {
  const session = useSession()
  const [isOpen, setOpen] = useState(false)
  // A page without a search of its own has this one.
  useShortcuts({
    '/': () => {
      const search = document.querySelector<HTMLInputElement>('main input[type=search]')
      if (search) search.focus()
      else setOpen(true)
    },
  })
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      const isAsked =
        event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!isAsked || document.querySelector('dialog[open]')) return
      event.preventDefault()
      // At once, so that no key is pressed before it listens.
      flushSync(() => setOpen(true))
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <button type="button" className="staff-search" onClick={() => setOpen(true)}>
        <Icon name="search" /> <span>{staffFrame.palette.title}</span> <kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      {isOpen && session.is !== 'out' && (
        <OnDemand session={session.is === 'in' ? session : undefined} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

/** @param session undefined while it is not known yet */
function OnDemand({ session, onClose }: { session: SignedIn | undefined; onClose: () => void }) {
  const loaded = useLoaded(() => loadPart(() => import('./palette-dialog.tsx')))
  const [begun, setBegun] = useState('')
  const ahead = <TypedAhead onType={(key) => setBegun((before) => before + key)} />
  return (
    <LoadedPart loaded={loaded} skeleton={ahead}>
      {({ PaletteDialog }) => (session ? <PaletteDialog session={session} begun={begun} onClose={onClose} /> : ahead)}
    </LoadedPart>
  )
}

/** Keeps what is typed until the field is there. */
function TypedAhead({ onType }: { onType: (key: string) => void }) {
  const type = useEffectEvent(onType)
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      event.stopPropagation()
      type(event.key)
    }
    document.addEventListener('keydown', press, true)
    return () => document.removeEventListener('keydown', press, true)
  }, [])
  return null
}
