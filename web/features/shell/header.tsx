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
  ['/admin-auth', words.admin],
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
        <Account />
        <Menu />
      </div>
    </header>
  )
}

/** Signing in, at the right end. Its place has one width, so that nothing moves when it says who is signed in. */
function Account() {
  return (
    <div className="header-account">
      <Link to="/login" className={buttonClass('quiet', 'button-small')}>
        {words.signIn}
      </Link>
      <Link to="/register" className={buttonClass('primary', 'button-small')}>
        {words.getStarted}
      </Link>
    </div>
  )
}

function Menu() {
  const menu = useRef<HTMLDetailsElement>(null)
  useClosing(menu)
  const close = () => menu.current?.removeAttribute('open')
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

/** Escape closes the menu and gives the focus back; so does going elsewhere, or the panel would cover what has the focus. */
function useClosing(menu: { readonly current: HTMLDetailsElement | null }): void {
  useEffect(() => {
    const element = menu.current
    if (!element) return
    const close = () => element.removeAttribute('open')
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !element.open) return
      close()
      element.querySelector('summary')?.focus()
    }
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !element.contains(target)) close()
    }
    document.addEventListener('keydown', closeOnEscape)
    document.addEventListener('focusin', closeOutside)
    document.addEventListener('pointerdown', closeOutside)
    return () => {
      document.removeEventListener('keydown', closeOnEscape)
      document.removeEventListener('focusin', closeOutside)
      document.removeEventListener('pointerdown', closeOutside)
    }
  }, [menu])
}
