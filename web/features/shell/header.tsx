/** The top of every page. The menu of small screens is a native disclosure, so it opens without JavaScript too. */
import { useEffect, useRef } from 'react'
import { Link, NavLink } from 'react-router'
import { site } from '../../content/site.ts'
import { buttonClass } from '../../ui/button.tsx'
import { shell as words } from '#words/shell.ts'
import { Logo } from './logo.tsx'

const LINKS = [
  ['/', words.home],
  ['/about', words.about],
  ['/success-stories', words.stories],
  ['/donate', words.donate],
  ['/contact', words.contact],
  ['/admin', words.admin],
] as const

export function Header() {
  return (
    <header className="header">
      <div className="wrap flex min-h-16 items-center gap-x-6 lg:min-h-20">
        <Link to="/" className="brand">
          <Logo />
          {site.name}
        </Link>
        <nav aria-label={words.mainMenu} className="hidden grow gap-x-1 lg:flex">
          {LINKS.map(([to, text]) => (
            <NavLink key={to} to={to} end className="nav-link">
              {text}
            </NavLink>
          ))}
        </nav>
        <div className="ml-auto hidden items-center gap-x-2 lg:flex">
          <Link to="/login" className={buttonClass('quiet', 'button-small')}>
            {words.signIn}
          </Link>
          <Link to="/register" className={buttonClass('primary', 'button-small')}>
            {words.getStarted}
          </Link>
        </div>
        <Menu />
      </div>
    </header>
  )
}

function Menu() {
  const menu = useRef<HTMLDetailsElement>(null)
  const close = () => menu.current?.removeAttribute('open')

  useEffect(() => {
    const element = menu.current
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      element?.removeAttribute('open')
      element?.querySelector('summary')?.focus()
    }
    element?.addEventListener('keydown', closeOnEscape)
    return () => element?.removeEventListener('keydown', closeOnEscape)
  }, [])
  return (
    <details ref={menu} className="menu ml-auto lg:hidden">
      <summary className={buttonClass('outline', 'button-small')}>{words.menu}</summary>
      <nav aria-label={words.menu} className="menu-panel">
        {LINKS.map(([to, text]) => (
          <NavLink key={to} to={to} end className="menu-link" onClick={close}>
            {text}
          </NavLink>
        ))}
        <NavLink to="/apply-for-aid" className="menu-link" onClick={close}>
          {words.apply}
        </NavLink>
        <div className="mt-4 grid grid-cols-2 gap-3">
          <Link to="/login" className={buttonClass('outline')} onClick={close}>
            {words.signIn}
          </Link>
          <Link to="/register" className={buttonClass('primary')} onClick={close}>
            {words.getStarted}
          </Link>
        </div>
      </nav>
    </details>
  )
}
