/**
 * The form of a request for aid (section 2 of the spec) in steps: with the account's fields for new users, without them for signed-in
 * ones. All fields stay in the document, so the browser holds what is typed in every step, and the draft stores it.
 */
import { useRef, useState, type ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { aid as words } from '#words/aid/aid.ts'
import { useCaptcha } from '../../lib/use-captcha.ts'
import { AccountFields, NeedFields, ReachFields, type Known } from './aid-fields.tsx'
import type { AidRequest, AidState } from './aid-request.ts'
import type { TextField } from './draft.ts'
import type { FieldLine } from './field-line.ts'
import { DraftNote, KeepDraft } from './draft-note.tsx'
import {
  FORM_NAMES,
  SIGNED_IN,
  stepOf,
  WITH_ACCOUNT,
  type FormName,
  type FormPlan,
  type FormStep,
} from './form-steps.ts'
import { useAidForm, useDraftTexts } from './use-aid-form.ts'
import { useFormSteps, type FormSteps } from './use-form-steps.ts'
import { loadPart } from '../../lib/load-part.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { LoadedPart } from '../../ui/loaded-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { LaterStepsProps } from './later-steps.tsx'

interface AidFormProps {
  request: AidRequest
  state: AidState
  askAccount: boolean
  /** Steps of its own, with what they show. */
  own?: OwnSteps
  /** Shown in place of the account's fields. */
  signedInAs?: string | undefined
  /** Details known already, which fill the form at first. */
  known?: Known
  /** Documents of earlier requests, to choose again. */
  earlier?: ReactNode
  /** Called when everything is done, if this form is still on the screen. */
  onDone?: () => void
}

interface OwnSteps {
  readonly plan: FormPlan
  readonly renderFields: (line: (name: FormName) => FieldLine, step: FormStep) => ReactNode
  /** Takes the place of the form. */
  readonly renderAnswer: (formSteps: FormSteps) => ReactNode
}

export function AidForm({ request, state, askAccount, own, signedInAs, known, earlier, onDone }: AidFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const captcha = useCaptcha()
  const plan = own?.plan ?? (askAccount ? WITH_ACCOUNT : SIGNED_IN)
  const formSteps = useFormSteps(form, plan, state)
  const { step, steps } = formSteps
  const { busy, faults, onSubmit, field } = useAidForm({ request, plan, askAccount, captcha, onDone, formSteps })
  useDraftTexts(form, request, state)
  // Load what the later steps need with the first answer, before the connection may be lost.
  const [began, setBegan] = useState(false)
  const running = busy || state.run.is === 'running'
  const line = (name: FormName) => {
    const { onInput, ...rest } = field(name)
    return {
      ...rest,
      readOnly: running,
      label: words.labels[name],
      onInput(event: { currentTarget: { value: string } }) {
        onInput()
        if (isKept(name)) request.type(name, event.currentTarget.value)
      },
    }
  }
  return (
    <>
      <DraftNote request={request} state={state} askAccount={askAccount} />
      <form
        ref={form}
        onSubmit={onSubmit}
        onInput={() => setBegan(true)}
        noValidate
        className="aid-form"
        hidden={step === 'answer'}
      >
        <StepProgress steps={steps} step={step} />
        <ErrorSummary names={FORM_NAMES.filter((name) => stepOf(plan, name) === step)} faults={faults} />
        {step === steps[0] && <p className="text-soft">{words.lead}</p>}
        {step === steps[0] && signedInAs !== undefined && (
          <p className="font-semibold">{words.signedInAs(signedInAs)}</p>
        )}
        {askAccount && <AccountFields line={line} shown={step === 'who'} />}
        {own ? own.renderFields(line, step) : <NeedFields line={line} shown={step === 'need'} />}
        {(began || step === 'papers' || step === 'check') && (
          <LaterStep
            {...{ request, state, captcha, earlier, running, step, plan, askAccount, signedInAs }}
            onChange={formSteps.change}
            onDone={onDone}
          />
        )}
        {!own && <ReachFields line={line} shown={step === 'reach'} {...(known && { known })} />}
        <StepButtons formSteps={formSteps} state={state} askAccount={askAccount} running={running} />
        <KeepDraft request={request} state={state} form={form} />
      </form>
      {step === 'answer' && own?.renderAnswer(formSteps)}
    </>
  )
}

export function StepProgress({ steps, step }: Pick<FormSteps, 'steps' | 'step'>) {
  const place = steps.indexOf(step) + 1
  return (
    <div className="stack gap-1.5">
      <p className="text-sm text-soft">{words.stepOf(place, steps.length)}</p>
      <div aria-hidden="true" className="form-progress flex gap-1">
        {steps.map((each, index) => (
          <span key={each} data-done={index < place} />
        ))}
      </div>
    </div>
  )
}

interface StepButtonsProps {
  formSteps: FormSteps
  state: AidState
  askAccount: boolean
  running: boolean
}

function StepButtons({ formSteps: { step, steps, back }, state, askAccount, running }: StepButtonsProps) {
  const hydrated = useHydrated()
  return (
    <div className="flex flex-wrap gap-3">
      <Button className="grow basis-48" type={hydrated ? 'submit' : 'button'} busy={running}>
        {step !== steps.at(-1) ? words.next : running ? words.sending : buttonText(state, askAccount)}
      </Button>
      {step !== steps[0] && (
        <Button look="outline" busy={running} onClick={back}>
          {words.back}
        </Button>
      )}
    </div>
  )
}

function buttonText({ draft, run }: AidState, askAccount: boolean): string {
  if (run.is === 'failed' || (draft.progress.userId !== null && askAccount)) return words.continue
  return askAccount ? words.sendAccount : words.send
}

function isKept(name: string): name is TextField {
  return name !== 'password' && name !== 'confirm_password'
}

/** The steps that load later: the papers, and the answers with the progress of sending. */
function LaterStep(props: LaterStepsProps & { step: FormStep }) {
  const loaded = useLoaded(() => loadPart(() => import('./later-steps.tsx')))
  const { step } = props
  return (
    <div hidden={step !== 'papers' && step !== 'check'}>
      <LoadedPart loaded={loaded} failed={words.stepNotLoaded} skeleton={<Skeleton className="block h-96" />}>
        {({ PapersStep, CheckStep }) => (
          <>
            {step === 'papers' && <PapersStep {...props} />}
            {step === 'check' && <CheckStep {...props} />}
          </>
        )}
      </LoadedPart>
    </div>
  )
}
