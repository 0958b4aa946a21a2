/** /terms: the text is in web/content/terms.ts. */
import { terms } from '../content/terms.ts'
import { PolicyPage } from '../features/site/policy-page.tsx'
import { pageMeta } from '../page-meta.ts'

export const meta = () => pageMeta('/terms', terms)

export default function TermsPage() {
  return <PolicyPage policy={terms} />
}
