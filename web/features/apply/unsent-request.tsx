/** A link to a request that was started on this device and never sent. */
import { Link } from '../../lib/router.tsx'
import { Banner } from '../../ui/banner.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { applications as words } from '#words/aid/applications.ts'
import { readDraft } from './draft-storage.ts'
import { hasUnfinishedRegistration } from '../../api/session/unfinished-registration.ts'

interface UnsentRequestProps {
  /** The owner: drafts of another user on a shared device are ignored. */
  email: string
  userId: string
}

export function UnsentRequest({ email, userId }: UnsentRequestProps) {
  const place = findPlace(email, userId)
  if (place === null) return null
  return (
    <Banner tone="note" title={words.begunTitle}>
      <p>{words.begun}</p>
      <Link to={place} className={buttonClass('outline', 'button-small mt-3')}>
        {words.continue}
      </Link>
    </Banner>
  )
}

function findPlace(email: string, userId: string): string | null {
  const isTheirs = (is: 'registration' | 'request') => readDraft({ is })?.progress.userId === userId
  if (hasUnfinishedRegistration(email)) return '/register/aid'
  // By telephone: the code has opened the account, and the line was lost before the request was sent.
  if (isTheirs('registration')) return '/aid/ask?step=answer'
  return isTheirs('request') ? '/apply-for-aid' : null
}
