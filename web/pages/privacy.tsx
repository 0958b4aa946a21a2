/** /privacy: its text is the organisation's. */
import { PolicyPage } from '../features/site/policy-page.tsx'
import { pageMeta } from '../page-meta.ts'
import { policies as words } from '#words/site/policies.ts'

export const meta = () => pageMeta('/privacy', words.privacy)

export const texts = ['privacy'] as const

export default function PrivacyPage() {
  return <PolicyPage policy="privacy" />
}
