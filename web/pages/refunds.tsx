/** /refunds: its text is the organisation's. */
import { PolicyPage } from '../features/site/policy-page.tsx'
import { pageMeta } from '../page-meta.ts'
import { policies as words } from '#words/site/policies.ts'

export const meta = () => pageMeta('/refunds', words.refunds)

export const texts = ['refunds'] as const

export default function RefundsPage() {
  return <PolicyPage policy="refunds" />
}
