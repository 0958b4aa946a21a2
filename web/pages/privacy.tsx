/** /privacy: the text is in web/content/privacy.ts. */
import { privacy } from '../content/privacy.ts'
import { PolicyPage } from '../features/site/policy-page.tsx'
import { pageMeta } from '../page-meta.ts'

export const meta = () => pageMeta('/privacy', privacy)

export default function PrivacyPage() {
  return <PolicyPage policy={privacy} />
}
