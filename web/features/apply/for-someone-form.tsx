/** The form of a request for someone else: who they are, how the sender knows them, what they need, and that they agreed. */
import { useRef } from 'react'
import { HELPER_RELATIONS } from '../../../contract/aid/request-ways.ts'
import { mostOf } from '../../../contract/aid/most-asked.ts'
import { findRegistrationErrors, type RequiredField } from '../../../contract/aid/registration-rules.ts'
import { Link } from '../../lib/router.tsx'
import { useForm } from '../../lib/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { SelectField } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { site } from '../../words/site.ts'
import { forSomeone as words } from '#words/aid/for-someone.ts'
import { NeedFields, Part } from './aid-fields.tsx'
import { DocumentsField } from './documents-field.tsx'
import { DraftNote, KeepDraft } from './draft-note.tsx'
import { describeFormErrors } from './registration-errors.ts'
import { SendingStatus } from './sending-status.tsx'
import { submit } from './submit.ts'
import { requestForOther, useAidRequest } from './use-aid-request.ts'
import { useDraftTexts, useOnScreen } from './use-aid-form.ts'
import { useResume } from './use-resume.ts'
import { aid } from '#words/aid/aid.ts'
import { TEXT_FIELDS } from './draft.ts'

const NAMES = [
  'full_name',
  'phone',
  'address',
  'relation',
  'aid_type',
  'description',
  'amount_requested',
  'urgency',
  'consent',
] as const
type Name = (typeof NAMES)[number]
const REQUIRED = ['phone', 'address', 'aid_type', 'description'] as const satisfies readonly RequiredField[]

interface ForSomeoneFormProps {
  owner: { email: string; userId: string }
  onSent: () => void
}

export function ForSomeoneForm({ owner, onSent }: ForSomeoneFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const state = useAidRequest(requestForOther, owner)
  const onScreen = useOnScreen()
  const { busy, faults, onSubmit, field } = useForm<Name>({
    names: NAMES,
    check(typed) {
      const values = Object.fromEntries(NAMES.map((name) => [name, typed(name)]))
      return {
        full_name: typed('full_name').trim() === '' ? words.fullNameMissing : undefined,
        relation: typed('relation') === '' ? words.relationMissing : undefined,
        consent: typed('consent') === '' ? words.consentMissing : undefined,
        ...describeFormErrors(findRegistrationErrors(values, REQUIRED, mostOf(site.aid)), typed('amount_requested'))
          .fields,
      }
    },
    async send(typed) {
      for (const name of TEXT_FIELDS) if (isOfForm(name)) requestForOther.type(name, typed(name))
      const { done, faults: refused } = await submit(requestForOther, null)
      if (done !== null && onScreen.current) onSent()
      return refused
    },
  })
  useDraftTexts(form, requestForOther, state)
  useResume(requestForOther, state, true, onSent)
  const running = busy || state.run.is === 'running'
  const line = (name: Exclude<Name, 'consent' | 'full_name' | 'relation'>) =>
    keptLine(name, field, running, aid.labels[name])
  return (
    <>
      <DraftNote request={requestForOther} state={state} />
      <form ref={form} onSubmit={onSubmit} noValidate className="aid-form">
        <ErrorSummary names={NAMES} faults={faults} />
        <Part title={words.who}>
          <TextField {...keptLine('full_name', field, running, words.fullName)} autoComplete="off" />
          <TextField
            {...keptLine('phone', field, running, words.phone)}
            hint={words.phoneHint}
            type="tel"
            autoComplete="off"
          />
          <TextArea
            {...keptLine('address', field, running, words.address)}
            hint={aid.hints.address}
            rows={2}
            className="aid-short"
            autoComplete="off"
          />
          <Relation field={field} />
        </Part>
        <NeedFields line={line} shown title={words.need} />
        <DocumentsField title={words.papers} request={requestForOther} state={state} />
        <Consent field={field} />
        <SendingStatus request={requestForOther} state={state} running={running} />
        <Button type="submit" busy={running} className="button-wide">
          {running ? words.sending : words.send}
        </Button>
        <KeepDraft request={requestForOther} state={state} form={form} />
      </form>
    </>
  )
}

type FieldOf = ReturnType<typeof useForm<Name>>['field']

const isOfForm = (name: string): name is Exclude<Name, 'consent'> =>
  name !== 'consent' && NAMES.some((each) => each === name)

/** A field whose text the draft keeps as it is typed. */
function keptLine(name: Exclude<Name, 'consent'>, field: FieldOf, readOnly: boolean, label: string) {
  const { onInput, ...rest } = field(name)
  return {
    ...rest,
    readOnly,
    label,
    onInput(event: { currentTarget: { value: string } }) {
      onInput()
      requestForOther.type(name, event.currentTarget.value)
    },
  }
}

function Relation({ field }: { field: FieldOf }) {
  const { readOnly: _, ...line } = keptLine('relation', field, false, words.relation)
  return (
    <SelectField
      {...line}
      none={words.choose}
      options={HELPER_RELATIONS.map((relation) => [relation, words.relations[relation]])}
    />
  )
}

/** Never kept: it is given anew each time. */
function Consent({ field }: { field: FieldOf }) {
  const { error, onInput, name } = field('consent')
  return (
    <div className="aid-part">
      <Checkbox
        label={words.consent}
        name={name}
        value="yes"
        onInput={onInput}
        {...(error !== undefined && { 'aria-invalid': true, 'aria-describedby': 'consent-error' })}
      />
      <p id="consent-error" className="field-error">
        {error}
      </p>
      <Link to="/privacy" className="link-target">
        {words.privacy}
      </Link>
    </div>
  )
}
