/** /join: behind the link of an invitation to the staff. */
import { useState } from 'react'
import { Link } from '../lib/router.tsx'
import { PlainFormLink } from '../content/plain-form-link.tsx'
import { JoinForm } from '../features/sign-in/join-form.tsx'
import { buttonClass } from '../ui/button.tsx'
import { FocusedTitle } from '../ui/focused-title.tsx'
import { join as words } from '#words/office/invitations.ts'

export function meta() {
  return [{ title: words.title }, { name: 'robots', content: 'noindex' }, { name: 'referrer', content: 'no-referrer' }]
}

export default function JoinPage() {
  const [email, setEmail] = useState<string>()
  return (
    <div className="wrap section max-w-2xl">
      <h1 className="text-3xl">{words.title}</h1>
      <div className="card mt-8">
        {email === undefined ? (
          <>
            <noscript>
              <p className="mt-4 font-semibold">{words.noScript}</p>
              <PlainFormLink />
            </noscript>
            <JoinForm onJoined={setEmail} />
          </>
        ) : (
          <>
            <FocusedTitle>{words.doneTitle}</FocusedTitle>
            <p className="mt-4 wrap-anywhere">{words.done(email)}</p>
            <Link to="/admin-auth" className={buttonClass('primary', 'mt-6')}>
              {words.signIn}
            </Link>
          </>
        )}
      </div>
    </div>
  )
}
