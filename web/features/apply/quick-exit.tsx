/**
 * Leaves the site at once, on every page about aid: a link, or Escape twice. As with GOV.UK's 'Exit this page', the screen is
 * cleared before the other site loads. Also, this page is replaced in the history, so that Back does not return to it.
 */
import { useEffect, useEffectEvent, type MouseEvent } from 'react'
import { useLocation } from '../../lib/router.tsx'
import { keepForm } from '../../lib/service-worker.ts'
import { forgetTabDrafts } from '../../api/session/draft-keys.ts'
import { site } from '../../words/site.ts'
import { quickExit as words } from '#words/site/quick-exit.ts'
import { depthOf } from '../../lib/step-depth.ts'

/** The second press has to follow within this time. */
const MILLISECONDS_MAX = 2000

export function QuickExit() {
  const { state } = useLocation()
  useEffect(keepForm, [])
  const leave = useEffectEvent(() => leaveSite(depthOf(state)))
  useEffect(() => {
    let pressedAt = -MILLISECONDS_MAX
    const follow = ({ key, repeat, timeStamp }: KeyboardEvent) => {
      if (key !== 'Escape' || repeat) return
      if (timeStamp - pressedAt <= MILLISECONDS_MAX) leave()
      pressedAt = timeStamp
    }
    // Capturing: a dialog that is open keeps no press to itself.
    window.addEventListener('keydown', follow, { capture: true })
    return () => window.removeEventListener('keydown', follow, { capture: true })
  }, [])
  const press = (event: MouseEvent) => {
    event.preventDefault()
    leaveSite(depthOf(state))
  }
  return (
    <section className="quick-exit line gap-x-4 gap-y-2" aria-label={words.exit}>
      <p>
        {words.hint(new URL(site.quick_exit).hostname)} <span className="max-sm:hidden">{words.keys}</span>
      </p>
      {/* A link, so that it leads away before and without the script too. */}
      <a href={site.quick_exit} rel="noreferrer nofollow" className="button button-danger button-small" onClick={press}>
        {words.exit}
      </a>
    </section>
  )
}

/**
 * Clears the screen and the drafts of this tab, which Back could open, and leaves.
 * @param steps how many entries of the history lead back through the form: Back would return to them
 */
function leaveSite(steps: number): void {
  document.documentElement.style.display = 'none'
  document.title = words.title
  forgetTabDrafts()
  const replace = () => window.location.replace(site.quick_exit)
  if (steps === 0) return replace()
  window.addEventListener('popstate', replace, { once: true })
  window.history.go(-steps)
}
