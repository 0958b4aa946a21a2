/** /register: the Register tab. */
import { useConfig } from '../api/config.ts'
import { RegistrationChoice } from '../features/aid/registration-choice.tsx'
import { pageMeta } from '../page-meta.ts'
import { Banner } from '../ui/banner.tsx'
import { registration as words } from '#words/sign-in.ts'

export function meta() {
  return pageMeta('/register', words)
}

export default function RegisterPage() {
  const isOpen = useConfig()?.auth.signup ?? true
  if (!isOpen) {
    return (
      <Banner tone="note" title={words.offTitle}>
        <p>{words.off}</p>
      </Banner>
    )
  }
  return (
    <div className="needs-script">
      <RegistrationChoice />
    </div>
  )
}
