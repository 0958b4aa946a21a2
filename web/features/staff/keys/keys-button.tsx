/** The keys of every page, and the list of all keys: `?` opens it, and a button for everyone without the key. It loads when it is opened. */
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { loadPart } from '../../../lib/load-part.ts'
import { useLoaded } from '../../../lib/use-loaded.ts'
import { Button } from '../../../ui/button.tsx'
import { LoadedPart } from '../../../ui/loaded-part.tsx'
import { staffFrame as words } from '#words/admin-frame.ts'
import { HOME, NEW_REQUEST, placeAddress } from '../places.ts'
import { awaitPlace, showKeyMode, useShortcuts } from './shortcuts.ts'

export function KeysButton() {
  const [isOpen, setOpen] = useState(false)
  const navigate = useNavigate()
  const to = (address: string) => () => void navigate(address)
  const places = {
    q: to(HOME),
    p: to(placeAddress('payments')),
    m: to(placeAddress('messages')),
    b: to(placeAddress('books')),
    t: to(placeAddress('team')),
  }
  useShortcuts({ '?': () => setOpen(true), c: to(NEW_REQUEST), g: () => awaitPlace(places) })
  useEffect(showKeyMode, [])
  return (
    <>
      <Button look="quiet" className="button-small keys-button" aria-label={words.keys} onClick={() => setOpen(true)}>
        <kbd>?</kbd>
      </Button>
      {isOpen && <KeysOnDemand onClose={() => setOpen(false)} />}
    </>
  )
}

function KeysOnDemand({ onClose }: { onClose: () => void }) {
  const loaded = useLoaded(() => loadPart(() => import('./keys-dialog.tsx')))
  return (
    <LoadedPart loaded={loaded} skeleton={null}>
      {({ KeysDialog }) => <KeysDialog onClose={onClose} />}
    </LoadedPart>
  )
}
