/** A person adds to their account what staff entered for them: with a case number, and the code of a text message. */
import { useRef, useState } from 'react'
import { useNavigateLater } from '../../../lib/router.tsx'
import { CLAIM_CODE_DIGITS } from '../../../../contract/platform/admin-fields.ts'
import { call } from '../../../api/client.ts'
import { useConfig } from '../../../api/config.ts'
import { problemSentence } from '../../../api/problem-sentence.ts'
import type { SignedIn } from '../../../api/session/session.ts'
import { showToast } from '../../../lib/toast-store.ts'
import { useCodeForm } from '../../../lib/use-code-form.ts'
import type { FormErrors, Typed } from '../../../lib/use-form.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { CodeField, FormFault, SlipField } from '../../../ui/slip-fields.tsx'
import { claiming as words } from '#words/aid/claiming.ts'

type Name = 'case' | 'code'
const NAMES: readonly Name[] = ['case', 'code']

interface ClaimFormProps {
  session: SignedIn
  /** From the link in the text message; empty without one. */
  caseNumber: string
}

export function ClaimForm({ session, caseNumber }: ClaimFormProps) {
  const { fault, busy, onSubmit, field } = useClaiming(session)
  const form = useRef<HTMLFormElement>(null)
  const readCase = () => {
    const control = form.current?.elements.namedItem('case')
    return control instanceof HTMLInputElement ? control.value.trim() : ''
  }
  return (
    <>
      <Card title={words.formTitle}>
        <form ref={form} onSubmit={onSubmit} noValidate className="mt-5 grid gap-6">
          <SlipField
            {...field('case')}
            defaultValue={caseNumber}
            label={words.caseNumber}
            hint={words.caseHint}
            maxLength={40}
          />
          <CodeField {...field('code')} label={words.code} hint={words.codeHint} />
          <FormFault title={words.notClaimed} fault={fault} />
          <Button type="submit" busy={busy} className="w-full sm:w-auto sm:justify-self-start">
            {busy ? words.claiming : words.claim}
          </Button>
        </form>
      </Card>
      <AskForCode session={session} readCase={readCase} />
    </>
  )
}

function useClaiming({ bearer }: SignedIn) {
  const navigate = useNavigateLater()
  return useCodeForm<Name>({
    names: NAMES,
    check: faultsOf,
    refused: words.refused,
    async send(typed) {
      const body = { case_number: typed('case').trim(), code: digitsOf(typed) }
      const { requests } = await call('POST /api/account/claims', { body, bearer })
      const description = requests === 0 ? words.already : words.claimedMore(requests)
      showToast({ kind: 'plain', title: words.claimed, description })
      void navigate('/beneficiary/dashboard')
      return undefined
    },
  })
}

const digitsOf = (typed: Typed<Name>) => typed('code').replaceAll(/\D/g, '')

function faultsOf(typed: Typed<Name>): FormErrors<Name> {
  const code = digitsOf(typed)
  return {
    ...(typed('case').trim() === '' && { case: words.caseMissing }),
    ...(code.length !== CLAIM_CODE_DIGITS && { code: code === '' ? words.codeMissing : words.codeIncomplete }),
  }
}

/** The answer is the same for every number, so it does not reveal whether a request exists. */
function AskForCode({ session: { bearer }, readCase }: { session: SignedIn; readCase: () => string }) {
  const sendsTexts = useConfig()?.auth.phone_factor !== false
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<{ tone: 'good' | 'bad'; text: string }>()
  const ask = async () => {
    const caseNumber = readCase()
    if (caseNumber === '') return setSaid({ tone: 'bad', text: words.caseMissing })
    setBusy(true)
    try {
      await call('POST /api/account/claims/code', { body: { case_number: caseNumber }, bearer })
      setSaid({ tone: 'good', text: words.asked })
    } catch (problem) {
      setSaid({ tone: 'bad', text: problemSentence(problem) })
    }
    setBusy(false)
    return undefined
  }
  return (
    <Card title={words.askTitle}>
      <p className="mt-3">{sendsTexts ? words.askLead : words.noTexts}</p>
      <output className="block empty:hidden">
        {said && (
          <Banner
            tone={said.tone === 'good' ? 'note' : 'bad'}
            title={said.tone === 'good' ? words.ask : words.notAsked}
          >
            <p>{said.text}</p>
          </Banner>
        )}
      </output>
      {sendsTexts && (
        <Button look="outline" className="mt-4" busy={busy} onClick={() => void ask()}>
          {busy ? words.asking : words.ask}
        </Button>
      )}
      <p className="mt-4 text-sm text-soft">{words.otherTelephone}</p>
    </Card>
  )
}
