/** The signed-in part of the header and its menu. */
import { Link, useNavigate } from '../../../lib/router.tsx'
import { Button, type ButtonLook } from '../../../ui/button.tsx'
import { useSession } from '../../../api/session/session-provider.tsx'
import { signOutWithToast } from '../../../lib/sign-out.ts'
import { shell as words } from '#words/common/shell.ts'

/** Long addresses are cut to one line; the title has the whole one. */
export function WelcomeLine({ className = '' }: { className?: string }) {
  const session = useSession()
  // Unknown in the prerendered page: the line reserves its space, and the address follows.
  const name = session.is === 'out' ? null : session.name
  const text = words.welcome(name ?? '')
  return (
    <Link to="/account" className={`welcome ${className}`} title={text}>
      <span className={name === null ? 'invisible' : 'truncate'}>{text}</span>
    </Link>
  )
}

interface SignOutButtonProps {
  look: ButtonLook
  className?: string
}

export function SignOutButton({ look, className = '' }: SignOutButtonProps) {
  const navigate = useNavigate()
  const press = async () => {
    if (await signOutWithToast()) await navigate('/login')
  }
  return (
    <Button look={look} data-leave="" onClick={() => void press()} className={className}>
      {words.signOut}
    </Button>
  )
}
