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
  const place = hasUnfinishedRegistration(email) ? '/register/aid' : hasBegunAnother(userId) ? '/apply-for-aid' : null
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

function hasBegunAnother(userId: string): boolean {
  return readDraft({ is: 'request' })?.progress.userId === userId
}
