/** Unknown addresses. It shows nothing of the address, because one prerendered file answers them all. */
import { useEffect } from 'react'
import { Link, useLocation } from '../lib/router.tsx'
import lostArt from '../art/lost.svg'
import { buttonClass } from '../ui/button.tsx'
import { notFound as words } from '#words/common/not-found.ts'

export const meta = () => [{ title: words.metaTitle }, { name: 'robots', content: 'noindex' }]

export default function NotFoundPage() {
  const { pathname } = useLocation()
  useEffect(() => console.error(`Page not found: ${pathname}`), [pathname])
  return (
    <div className="wrap section min-h-screen text-center">
      <img src={lostArt} alt="" width="240" height="200" className="mx-auto" />
      <h1 className="mt-8 text-4xl">{words.title}</h1>
      <p className="mt-4 text-lg text-soft">{words.text}</p>
      <Link to="/" className={buttonClass('primary', 'mt-8')}>
        {words.home}
      </Link>
    </div>
  )
}
