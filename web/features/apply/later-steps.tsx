/** The papers, and the last step: the answers to check, and the progress of sending. Loaded with the first answer. */
import type { ReactNode } from 'react'
import { formatNaira, koboToNaira } from '../../../contract/platform/money.ts'
import { readNaira } from '../../../contract/platform/typed-naira.ts'
import type { Captcha } from '../../lib/use-captcha.ts'
import { PrivacyNote } from '../../lib/privacy-note.tsx'
import { CaptchaField } from '../../ui/session/captcha-field.tsx'
import { aid } from '#words/aid/aid.ts'
import { aidPapers as words } from '#words/aid/aid-papers.ts'
import { Part } from './aid-fields.tsx'
import type { AidRequest, AidState } from './aid-request.ts'
import { DocumentList, DocumentsField } from './documents-field.tsx'
import type { Texts } from './draft.ts'
import { stepOf, type FormName, type FormPlan, type FormStep } from './form-steps.ts'
import { fullName } from './full-name.ts'
import { SendingStatus } from './sending-status.tsx'
import { useResume } from './use-resume.ts'

export interface LaterStepsProps {
  request: AidRequest
  state: AidState
  captcha: Captcha
  plan: FormPlan
  askAccount: boolean
  signedInAs: string | undefined
  running: boolean
  /** Documents of earlier requests, to choose again. */
  earlier: ReactNode
  onChange: (step: FormStep) => void
  onDone: (() => void) | undefined
}

export function PapersStep({ request, state, earlier }: LaterStepsProps) {
  return <DocumentsField title={aid.labels.documents} request={request} state={state} earlier={earlier} asStep />
}

export function CheckStep(props: LaterStepsProps) {
  const { request, state, captcha, plan, askAccount, signedInAs, running, onChange, onDone } = props
  // Only here, so not while an answer is being changed; and not without the password.
  useResume(request, state, !askAccount || state.run.is === 'failed', () => onDone?.())
  const { draft } = state
  const { documents, earlier, texts } = draft
  const change = running ? undefined : onChange
  return (
    <Part title={aid.stepTitles.check}>
      {askAccount ? (
        <Answers title={aid.you} onChange={change && (() => change('who'))}>
          <Answer name={words.name} text={fullName(draft)} />
          <Answer name={aid.labels.email} text={draft.email} />
        </Answers>
      ) : (
        signedInAs !== undefined && <p className="font-semibold">{aid.signedInAs(signedInAs)}</p>
      )}
      {plan.map((planned) => (
        <NeedAnswers key={planned.step} planned={planned} texts={texts} onChange={change} />
      ))}
      <Answers title={aid.papers} onChange={change && (() => change('papers'))}>
        {documents.length > 0 ? (
          <DocumentList request={request} state={state} step="send" onRemoved={() => undefined} />
        ) : (
          earlier.length === 0 && <p>{words.noPapers}</p>
        )}
        {earlier.length > 0 && <p>{words.earlierChosen(earlier.length)}</p>}
      </Answers>
      <Answers title={aid.reach} onChange={change && (() => change('reach'))}>
        {stepOf(plan, 'first_name') === 'reach' && <Answer name={words.name} text={fullName(draft)} />}
        <Answer name={aid.labels.phone} text={texts.phone} />
        <Answer name={aid.labels.address} text={texts.address} />
      </Answers>
      <div className="grid gap-5">
        {askAccount && <CaptchaField captcha={captcha} />}
        <PrivacyNote about="aid" />
        <SendingStatus request={request} state={state} running={running} />
      </div>
    </Part>
  )
}

interface NeedAnswersProps {
  planned: FormPlan[number]
  texts: Texts
  onChange: ((step: FormStep) => void) | undefined
}

/** The answers of a step about the need: one without such a field has none. */
function NeedAnswers({ planned: { step, names }, texts, onChange }: NeedAnswersProps) {
  const { aid_type, description, amount_requested = '', urgency } = texts
  const amount = readNaira(amount_requested)
  const said: Partial<Record<FormName, string | undefined>> = {
    aid_type: nameOf(aid.types, aid_type),
    description,
    amount_requested: amount.is === 'amount' ? formatNaira(koboToNaira(amount.kobo)) : amount_requested,
    urgency: nameOf(aid.urgencies, urgency),
  }
  const asked = names.filter((name) => name in said)
  if (asked.length === 0) return null
  return (
    <Answers title={step === 'amount' ? aid.howMuch : aid.need} onChange={onChange && (() => onChange(step))}>
      {asked.map((name) => said[name] && <Answer key={name} name={aid.labels[name]} text={said[name]} />)}
    </Answers>
  )
}

function nameOf(names: Readonly<Record<string, string>>, key: string | undefined): string | undefined {
  return key === undefined ? undefined : names[key]
}

interface AnswersProps {
  title: string
  /** Undefined while sending. */
  onChange: (() => void) | undefined
  children: ReactNode
}

function Answers({ title, onChange, children }: AnswersProps) {
  return (
    <section className="answers grid border-b border-line pb-3" aria-label={title}>
      <div className="apart gap-4">
        <h3 className="font-semibold">{title}</h3>
        {onChange && (
          <button type="button" className="link-target" aria-label={words.changeNamed(title)} onClick={onChange}>
            {words.change}
          </button>
        )}
      </div>
      {children}
    </section>
  )
}

function Answer({ name, text = '' }: { name: string; text: string | undefined }) {
  return (
    <p className="answer">
      <span className="text-soft">{name}: </span>
      <span>{text}</span>
    </p>
  )
}
