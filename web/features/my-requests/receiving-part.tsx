/** How the applicant receives what was granted: what they said so far, and saying it anew. */
import { useEffect, useRef, useState } from 'react'
import type { Bearer } from '../../api/authorization.ts'
import { call, type CallReply } from '../../api/client.ts'
import { formatDayAndTime } from '../../lib/format-date.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { SmallButton } from '../../ui/button.tsx'
import { LoadedPart } from '../../ui/loaded-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ownReceiving as words } from '#words/aid/award.ts'
import { ReceivingForm } from './receiving-form.tsx'

interface ReceivingPartProps {
  applicationId: string
  bearer: Bearer
}

type Receiving = CallReply<'GET /api/applications/:id/payee'>

/** Loaded on a press: nothing on the page moves while it comes. */
export function ReceivingPart(props: ReceivingPartProps) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <Loaded {...props} />
  return (
    <SmallButton look="quiet" className="mt-3" onClick={() => setOpen(true)}>
      {words.title}
    </SmallButton>
  )
}

function Loaded({ applicationId, bearer }: ReceivingPartProps) {
  const [changing, setChanging] = useState(false)
  const part = useTitleFocus()
  const loaded = useLoaded((signal) =>
    call('GET /api/applications/:id/payee', { params: { id: applicationId }, bearer, signal }),
  )
  return (
    <div ref={part} className="mt-4">
      <h5 className="font-semibold" tabIndex={-1}>
        {words.title}
      </h5>
      <LoadedPart loaded={loaded} failed={words.notLoaded} skeleton={<Skeleton className="block h-16" />}>
        {(receiving) => (
          <>
            <Said {...receiving} />
            {changing ? (
              <ReceivingForm
                applicationId={applicationId}
                bearer={bearer}
                onClose={() => setChanging(false)}
                onSaved={() => {
                  setChanging(false)
                  loaded.reload()
                }}
              />
            ) : (
              <SmallButton className="mt-3" onClick={() => setChanging(true)}>
                {receiving.payee || receiving.wish ? words.change : words.choose}
              </SmallButton>
            )}
          </>
        )}
      </LoadedPart>
    </div>
  )
}

/** Gives the title the focus that would be lost: each press takes its own button away, the first one too. */
function useTitleFocus() {
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const shown = part.current
    if (!shown) return
    const title = shown.querySelector('h5')
    const keep = () => document.activeElement === document.body && title?.focus({ preventScroll: true })
    keep()
    const observer = new MutationObserver(keep)
    observer.observe(shown, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [])
  return part
}

function Said({ payee, wish }: Receiving) {
  const [shownAt] = useState(() => Date.now())
  if (wish?.way === 'cash') return <p className="mt-1">{words.cash}</p>
  if (wish) {
    return (
      <>
        <p className="mt-1 wrap-anywhere">{words.vendor(wish.name)}</p>
        <p className="wrap-anywhere">{words.account(wish.name, wish.bank_name, wish.account_ending)}</p>
        {wish.needs_check && <p className="text-soft">{words.checked}</p>}
      </>
    )
  }
  if (!payee) return <p className="mt-1 text-soft">{words.none}</p>
  const { account_name: name, bank_name: bank, account_ending: ending, usable_from: from, needs_check: checks } = payee
  const { receiver } = payee
  return (
    <>
      {receiver && (
        <p className="mt-1 wrap-anywhere">{words.guardian(receiver.name, words.relations[receiver.relation])}</p>
      )}
      <p className="mt-1 wrap-anywhere">{words.account(name, bank, ending)}</p>
      {payee.doubt && <p className="text-soft">{words.doubts[payee.doubt]}</p>}
      {checks && <p className="text-soft">{words.checked}</p>}
      {!checks && Date.parse(from) > shownAt && <p className="text-soft">{words.waits(formatDayAndTime(from))}</p>}
    </>
  )
}
