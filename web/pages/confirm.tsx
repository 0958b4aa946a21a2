/** /confirm: a recipient says whether their aid arrived, with the slip and its code, on any phone and without a sign-in. */
import { useState } from 'react'
import { Link } from '../lib/router.tsx'
import { AnswerThanks, ConfirmForm, type Answered } from '../features/my-requests/confirm/confirm-form.tsx'
import { LanguageBar } from '../features/site/language-bar.tsx'
import { pageMeta } from '../page-meta.ts'
import { Banner } from '../ui/banner.tsx'
import { Card } from '../ui/card.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { PlainFormLink } from '../content/plain-form-link.tsx'
import { ReachUs } from '../content/reach-us.tsx'
import { confirming as words } from '#words/aid/confirming.ts'

export const meta = () => pageMeta('/confirm', words)

export default function ConfirmPage() {
  const [answered, setAnswered] = useState<Answered>()
  return (
    <>
      <LanguageBar />
      <PageHead title={words.title} lead={words.lead} />
      <div className="wrap page-head-overlap grid items-start gap-6 lg:grid-cols-[1.5fr_1fr] lg:gap-8">
        <Card title={words.formTitle} raised>
          <div className="mt-4">
            {answered ? (
              <AnswerThanks answered={answered} onAnother={() => setAnswered(undefined)} />
            ) : (
              <ConfirmForm onAnswered={setAnswered} />
            )}
            <noscript>
              <Banner tone="note" title={words.noScriptTitle}>
                <p>{words.noScript}</p>
                <ReachUs />
                <PlainFormLink />
              </Banner>
            </noscript>
          </div>
        </Card>
        <Card title={words.helpTitle}>
          <p className="mt-3">{words.help}</p>
          <p className="mt-3">
            <Link to="/beneficiary/dashboard" className="underline">
              {words.page}
            </Link>
          </p>
        </Card>
      </div>
    </>
  )
}
