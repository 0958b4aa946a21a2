/** On an instance that accepts no new accounts. */
import { Banner } from '../../ui/banner.tsx'
import { registration as words } from '#words/people/sign-in.ts'

export function RegistrationClosed() {
  return (
    <Banner tone="note" title={words.offTitle}>
      <p>{words.off}</p>
    </Banner>
  )
}
