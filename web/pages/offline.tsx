/** Stands in for a page that cannot be loaded without a connection. Only the service worker leads here. */
import { useEffect, useEffectEvent } from 'react'
import { Link, useLocation } from '../lib/router.tsx'
import { originOf } from '../api/session/origin.ts'
import lostArt from '../art/lost.svg'
import { Button, buttonClass } from '../ui/button.tsx'
import { offline as words } from '#words/common/offline.ts'

/** Some devices never report that the connection is back. */
const TRY_MILLISECONDS = 5_000

export const meta = () => [{ title: words.metaTitle }, { name: 'robots', content: 'noindex' }]

export default function OfflinePage() {
  const asked = originOf(useLocation())
  const from = asked ?? '/'
  // A load of the page, not a step within this one: its files come with it.
  const open = useEffectEvent(() => window.location.replace(from))
  useEffect(() => {
    // A device may report a connection where nothing arrives, so the page opens once our server answers.
    const tryAgain = () => {
      if (asked !== null)
        void fetch(asked, { method: 'HEAD' }).then(
          () => open(),
          () => undefined,
        )
    }
    tryAgain()
    window.addEventListener('online', tryAgain)
    const timer = setInterval(tryAgain, TRY_MILLISECONDS)
    return () => {
      window.removeEventListener('online', tryAgain)
      clearInterval(timer)
    }
  }, [asked])
  return (
    <div className="wrap section min-h-screen text-center">
      <img src={lostArt} alt="" width="240" height="200" className="mx-auto" />
      <h1 className="mt-8 text-4xl">{words.title}</h1>
      <p className="mx-auto mt-4 max-w-xl text-lg text-soft">{words.text}</p>
      <Button className="mt-6" onClick={() => window.location.replace(from)}>
        {words.again}
      </Button>
      <h2 className="mt-12 text-2xl">{words.still}</h2>
      <p className="mx-auto mt-3 max-w-xl">{words.form}</p>
      <Link to="/apply-for-aid" reloadDocument className={buttonClass('outline', 'mt-6')}>
        {words.open}
      </Link>
    </div>
  )
}
