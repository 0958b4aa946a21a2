/** The keys of every page, and the list of all keys: `?` opens it, and a button for everyone without the key. It loads when it is opened. */
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from '../../../lib/router.tsx'
import { SmallButton } from '../../../ui/button.tsx'
import { onDemand } from '../../../ui/on-demand.tsx'
import { staffFrame as words } from '#words/office/admin-frame.ts'
import { isRecord } from '../../../api/is-record.ts'
import { HOME, NEW_REQUEST, NEXT, placeAddress } from '../places.ts'
import { awaitPlace, showKeyMode, useShortcuts } from './shortcuts.ts'

const QUEUES: ReadonlySet<string> = new Set(['/admin', HOME, placeAddress('applications')])

const KeysDialog = onDemand(async () => (await import('./keys-dialog.tsx')).KeysDialog, { skeleton: null })

export function KeysButton() {
  // Counted: a press may come between the end of one dialog and the news of it.
  const [opened, setOpened] = useState(0)
  const [closed, setClosed] = useState(0)
  const open = () => setOpened((times) => times + 1)
  const navigate = useNavigate()
  const { pathname, state }: { pathname: string; state: unknown } = useLocation()
  const to = (address: string) => () => void navigate(address)
  const places = {
    q: to(HOME),
    p: to(placeAddress('payouts')),
    m: to(placeAddress('messages')),
    b: to(placeAddress('books')),
    t: to(placeAddress('team')),
  }
  const takeNext = () => void navigate(NEXT, { state: isRecord(state) ? { after: state.id } : null })
  useShortcuts({
    '?': open,
    c: to(NEW_REQUEST),
    g: () => awaitPlace(places),
    // The queue has its own `n`, which keeps the reviewer in the view they came from.
    ...(!QUEUES.has(pathname.replace(/\/$/, '')) && { n: takeNext }),
  })
  useEffect(showKeyMode, [])
  return (
    <>
      <SmallButton look="quiet" className="keys-button" aria-label={words.keys} onClick={open}>
        <kbd>?</kbd>
      </SmallButton>
      {opened > closed && <KeysDialog key={opened} onClose={() => setClosed(opened)} />}
    </>
  )
}
