/** The page after an account has been closed. */
import { useEffect, useRef } from 'react'
import { Link } from '../../lib/router.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { account as words } from '#words/people/account.ts'

export function ClosedAccount() {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    title.current?.focus()
    window.scrollTo(0, 0)
  }, [])
  return (
    <div className="wrap section min-h-[60vh] max-w-2xl">
      <h1 ref={title} tabIndex={-1} className="text-3xl outline-none">
        {words.closedTitle}
      </h1>
      <p className="mt-4 text-lg text-soft">{words.closed}</p>
      <Link to="/" className={buttonClass('primary', 'mt-8')}>
        {words.home}
      </Link>
    </div>
  )
}
