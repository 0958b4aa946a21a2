/** Names each request that lies on this device until the worker has sent it, and says how it ended while no page was open. */
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from '../../lib/router.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { aidPapers as words } from '#words/aid/aid-papers.ts'
import type { AidRequest } from './aid-request.ts'
import { askWorkerToSend, followChanges, readHandedOver, takeBack, type HandedOver as Handed } from './hand-over.ts'

const TONES = { waiting: 'note', sent: 'note', failed: 'bad' } as const

/** @param props.request that of this page, whose last step names it itself */
export function HandedOver({ request }: { request?: AidRequest }) {
  const isLater = new URLSearchParams(useLocation().search).has('step')
  const [all, setAll] = useState<readonly Handed[]>([])
  const isOwn = ({ key }: Handed) => key === request?.read().draft.key
  const read = useEffectEvent(async () => {
    const found = await readHandedOver().catch(() => [])
    const own = found.find(isOwn)
    if (own && request) {
      if (own.state === 'waiting') followChanges(request)
      else if (own.state === 'sent' && request.read().run.is !== 'running') {
        // The fields hold their texts themselves, and sent again they would be another request.
        document.querySelector<HTMLFormElement>('form.aid-form')?.reset()
        request.end()
      }
    }
    setAll(found)
  })
  useEffect(() => {
    const again = () => void read()
    again()
    void askWorkerToSend().catch(console.warn)
    // The worker has sent one.
    navigator.serviceWorker?.addEventListener('message', again)
    return () => navigator.serviceWorker?.removeEventListener('message', again)
  }, [])
  const shown = all.filter((each) => !(isLater && isOwn(each)))
  return shown.map(({ key, state }) => (
    <Banner key={key} className="mb-5" tone={TONES[state]} title={words.handed[state].title}>
      <p>{words.handed[state].text}</p>
      <Button
        look="outline"
        className="button-small mt-3"
        onClick={() => void takeBack(key).then(() => setAll(all.filter((each) => each.key !== key)))}
      >
        {words.handed[state].button}
      </Button>
    </Banner>
  ))
}
