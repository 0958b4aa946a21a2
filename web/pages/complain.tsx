/** /complain: sends a complaint, and asks after one. */
import { COMPLAINT_PLAIN_PATH } from '../../contract/aid/plain-form.ts'
import { outsiderInWords, site } from '../words/site.ts'
import { PublicComplaint } from '../ui/complaint/complaint-form.tsx'
import { ComplaintStanding } from '../features/site/complaint/complaint-standing.tsx'
import { phoneDigits } from '../lib/phone-digits.ts'
import { addressOf } from '../lib/language.ts'
import { NoScript } from '../features/sign-in/no-script.tsx'
import { LanguageBar } from '../features/site/language-bar.tsx'
import { pageMeta } from '../page-meta.ts'
import { Card } from '../ui/card.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { complain as words } from '#words/aid/complain.ts'

export const meta = () => pageMeta('/complain', words)

export default function ComplainPage() {
  const { phone } = site.support
  return (
    <>
      <LanguageBar />
      <PageHead title={words.title} lead={words.lead} />
      <div className="wrap page-head-overlap grid items-start gap-6 lg:grid-cols-2 lg:gap-8">
        <Card title={words.formTitle} raised>
          <NoScript className="mt-4">
            <a href={addressOf(COMPLAINT_PLAIN_PATH)} className="link-target">
              {words.plain}
            </a>
          </NoScript>
          <div className="needs-script">
            <PublicComplaint />
          </div>
        </Card>
        <div className="grid gap-6">
          <Card title={words.askTitle} raised className="needs-script">
            <ComplaintStanding />
          </Card>
          <p>{outsiderInWords(words)}</p>
          {/* Also what remains without the page's script. */}
          <p>
            {words.byPhone}{' '}
            <a href={`tel:${phoneDigits(phone)}`} className="link-target">
              {phone}
            </a>
          </p>
        </div>
      </div>
    </>
  )
}
