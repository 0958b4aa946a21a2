/** /terms: its text is the organisation's. */
import { PolicyPage } from '../features/site/policy-page.tsx'
import { pageMeta } from '../page-meta.ts'
import { policies as words } from '#words/site/policies.ts'

export const meta = () => pageMeta('/terms', words.terms)

export const texts = ['terms'] as const

export default function TermsPage() {
  return <PolicyPage policy="terms" />
}
