/** /aid/status: where a request is, by its number and the applicant's telephone number, on any phone and without a sign-in. */
import { useState } from 'react'
import { ApiProblem, call, type CallReply } from '../api/client.ts'
import { problemSentence } from '../api/problem-sentence.ts'
import { QuickExit } from '../features/apply/quick-exit.tsx'
import { Standing } from '../features/apply/standing.tsx'
import { phoneDigits } from '../lib/phone-digits.ts'
import { Link } from '../lib/router.tsx'
import { useForm } from '../lib/use-form.ts'
import { useHydrated } from '../lib/use-hydrated.ts'
import { PlainFormLink } from '../content/plain-form-link.tsx'
import { LanguageBar } from '../features/site/language-bar.tsx'
import { pageMeta } from '../page-meta.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { TextField } from '../ui/text-field.tsx'
import { site } from '../words/site.ts'
import { standing as words } from '#words/aid/standing.ts'

export const meta = () => pageMeta('/aid/status', words)

type Found = CallReply<'POST /api/applications/standing'>

export default function AidStatusPage() {
  const { phone } = site.support
  return (
    <>
      <QuickExit />
      <LanguageBar />
      <PageHead title={words.title} lead={words.lead} />
      <div className="wrap page-head-overlap grid items-start gap-6 lg:grid-cols-2 lg:gap-8">
        <Card title={words.formTitle} raised>
          <noscript>
            <p className="mt-2">{words.needsScript}</p>
            <PlainFormLink />
          </noscript>
          <StandingForm />
        </Card>
        <Card title={words.moreTitle}>
          <p className="mt-2">{words.more}</p>
          <p className="mt-2 flex flex-wrap gap-x-6">
            <Link to="/beneficiary/dashboard" className="link-target">
              {words.page}
            </Link>
            <a href={`tel:${phoneDigits(phone)}`} className="link-target">
              {phone}
            </a>
          </p>
        </Card>
      </div>
    </>
  )
}

function StandingForm() {
  const hydrated = useHydrated()
  const [found, setFound] = useState<Found>()
  const form = useForm({
    names: ['case_number', 'phone'],
    check: (typed) => ({
      ...(typed('case_number').trim() === '' && { case_number: words.caseMissing }),
      ...(typed('phone').trim() === '' && { phone: words.phoneMissing }),
    }),
    async send(typed) {
      setFound(undefined)
      const body = { case_number: typed('case_number').slice(0, 40), phone: typed('phone').slice(0, 40) }
      try {
        setFound(await call('POST /api/applications/standing', { body }))
        return undefined
      } catch (problem) {
        const isUnknown = problem instanceof ApiProblem && problem.code === 'not_found'
        return { case_number: isUnknown ? words.notFound : problemSentence(problem) }
      }
    },
  })
  return (
    <form onSubmit={form.onSubmit} noValidate className="needs-script mt-4 grid gap-4">
      <TextField
        {...form.field('case_number')}
        label={words.caseNumber}
        hint={words.caseHint}
        className="font-mono"
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
      />
      <TextField
        {...form.field('phone')}
        label={words.phone}
        hint={words.phoneHint}
        type="tel"
        autoComplete="tel"
        maxLength={40}
      />
      <Button type={hydrated ? 'submit' : 'button'} busy={form.busy} className="w-full sm:w-auto sm:justify-self-start">
        {form.busy ? words.looking : words.look}
      </Button>
      <output className="block">
        {found && (
          <div className="inset grid gap-2">
            <Standing standing={found} />
          </div>
        )}
      </output>
    </form>
  )
}
