/** Says why a mailed link or a linked sign-in returned here without signing in. */
import { useState } from 'react'
import { readReturned, type Returned } from '../../api/session/returned.ts'
import { Banner } from '../../ui/banner.tsx'
import { returns as words } from '#words/people/returns.ts'

/** Render it once the session is known; it reads the address once, and stays while the user acts on it. */
export function ReturnNote() {
  const [returned] = useState(() => readReturned(window.location.href))
  if (!returned) return null
  return (
    <div role="alert" className="mb-6">
      <Banner tone="note" title={words.title}>
        <p>{sentenceOf(returned)}</p>
      </Banner>
    </div>
  )
}

/** Our own words only: anyone can write the text of an address. */
const SENTENCES: Readonly<Record<string, string>> = {
  otp_expired: words.usedUp,
  flow_state_expired: words.usedUp,
  flow_state_not_found: words.usedUp,
  flow_state_already_used: words.usedUp,
  bad_oauth_state: words.usedUp,
  signup_disabled: words.signupOff,
  access_denied: words.refused,
  provider_email_needs_verification: words.unconfirmed,
  user_banned: words.closed,
}

function sentenceOf(returned: NonNullable<Returned>): string {
  if (returned.is === 'other_browser') return words.otherBrowser
  return SENTENCES[returned.code] ?? words.unknown
}
