/** Note beside a form that collects data: its purpose, a link to the privacy notice, and the terms that sending it accepts. */
import { Link } from './router.tsx'
import { privacyNote as words } from '#words/site/privacy-note.ts'

export function PrivacyNote({ about }: { about: Exclude<keyof typeof words, 'link' | 'accepted' | 'terms'> }) {
  return (
    <p className="mt-3 text-sm text-soft">
      {words[about]}{' '}
      {about !== 'message' && (
        <>
          {words.accepted}{' '}
          <Link to="/terms" className="underline">
            {words.terms}
          </Link>
          .{' '}
        </>
      )}
      <Link to="/privacy" className="underline">
        {words.link}
      </Link>
    </p>
  )
}
