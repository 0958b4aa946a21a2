/** A request for aid by telephone: the need first, the account last. The draft is that of a registration, so that either form has what was typed. */
import { loadPart } from '../../lib/load-part.ts'
import { Link } from '../../lib/router.tsx'
import { useLoaded } from '../../lib/use-loaded.ts'
import { LoadedPart } from '../../ui/loaded-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { aid } from '#words/aid/aid.ts'
import { aidByPhone as words } from '#words/aid/by-phone.ts'
import { HowMuchFields, NameFields, Part, ReachFields, WhatFields } from './aid-fields.tsx'
import { AidForm, StepProgress } from './aid-form.tsx'
import type { AidState } from './aid-request.ts'
import type { FieldLine } from './field-line.ts'
import type { FormName, FormPlan, FormStep } from './form-steps.ts'
import { registrationRequest } from './use-aid-request.ts'

/** One group of questions a step. */
const BY_PHONE: FormPlan = [
  { step: 'need', names: ['aid_type', 'description'] },
  { step: 'amount', names: ['amount_requested', 'urgency'] },
  { step: 'papers', names: [] },
  { step: 'reach', names: ['first_name', 'last_name', 'phone', 'address'] },
  { step: 'check', names: [] },
  { step: 'answer', names: [] },
]

export function PhoneForm({ state }: { state: AidState }) {
  // With the first step: on a slow line the last one would make people wait.
  const answer = useLoaded(() => loadPart(() => import('./phone-answer.tsx')))
  return (
    <AidForm
      request={registrationRequest}
      state={state}
      askAccount={false}
      own={{
        plan: BY_PHONE,
        renderFields: (line, step) => <Fields line={line} step={step} />,
        renderAnswer: (formSteps) => (
          <div className="aid-form">
            <StepProgress steps={formSteps.steps} step={formSteps.step} />
            <LoadedPart loaded={answer} failed={aid.stepNotLoaded} skeleton={<Skeleton className="block h-64" />}>
              {({ PhoneAnswer }) => <PhoneAnswer state={state} formSteps={formSteps} />}
            </LoadedPart>
          </div>
        ),
      }}
    />
  )
}

function Fields({ line, step }: { line: (name: FormName) => FieldLine; step: FormStep }) {
  return (
    <>
      <Part title={aid.need} shown={step === 'need'}>
        <WhatFields line={line} />
        <Link to="/register/aid" className="link-target justify-self-start">
          {words.byEmail}
        </Link>
      </Part>
      <Part title={aid.howMuch} shown={step === 'amount'}>
        <HowMuchFields line={line} />
      </Part>
      <ReachFields line={line} shown={step === 'reach'}>
        <NameFields line={line} />
      </ReachFields>
    </>
  )
}
