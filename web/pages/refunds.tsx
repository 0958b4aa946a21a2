/** /refunds: the text is in web/content/refunds.ts. */
import { refunds } from '../content/refunds.ts'
import { PolicyPage } from '../features/site/policy-page.tsx'
import { pageMeta } from '../page-meta.ts'

export const meta = () => pageMeta('/refunds', refunds)

export default function RefundsPage() {
  return <PolicyPage policy={refunds} />
}
