/** Note beside a form that collects data: its purpose, and a link to the privacy notice. */
import { Link } from './router.tsx'
import { privacyNote as words } from '#words/site/privacy-note.ts'

export function PrivacyNote({ about }: { about: Exclude<keyof typeof words, 'link'> }) {
  return (
    <p className="mt-3 text-sm text-soft">
      {words[about]}{' '}
      <Link to="/privacy" className="underline">
        {words.link}
      </Link>
    </p>
  )
}
