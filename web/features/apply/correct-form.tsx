/** Corrects a request that is not decided, by the fields and rules of the form. What was typed stays when it is refused. */
import { useState } from 'react'
import { findRegistrationErrors, type RequiredField } from '../../../contract/aid/registration-rules.ts'
import { formatNaira, koboToNaira } from '../../../contract/platform/money.ts'
import { readNaira } from '../../../contract/platform/typed-naira.ts'
import type { Bearer } from '../../api/authorization.ts'
import { ApiProblem, call, type CallReply } from '../../api/client.ts'
import { problemSentence } from '../../api/problem-sentence.ts'
import { useKeptText } from '../../lib/use-kept-text.ts'
import { useForm } from '../../lib/use-form.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { aid } from '#words/aid/aid.ts'
import { ownActs as words } from '#words/aid/own-acts.ts'
import { AmountField, DescriptionField } from './aid-fields.tsx'
import { describeFormErrors } from './registration-errors.ts'

type Correctable = Pick<
  CallReply<'GET /api/applications/:id'>,
  'id' | 'description' | 'amount_requested' | 'location' | 'corrections'
>

interface CorrectFormProps {
  application: Correctable
  bearer: Bearer
  onDone: () => void
}

const NAMES = ['description', 'amount_requested', 'address'] as const
const REQUIRED = ['address', 'description'] as const satisfies readonly RequiredField[]

export function CorrectForm({ application: opened, bearer, onDone }: CorrectFormProps) {
  const params = { id: opened.id }
  /** The request as it is now, when someone else corrected it meanwhile. */
  const [newer, setNewer] = useState<Correctable>()
  const [fault, setFault] = useState<string>()
  const form = useForm<(typeof NAMES)[number]>({
    names: NAMES,
    check(typed) {
      const values = Object.fromEntries(NAMES.map((name) => [name, typed(name)]))
      return describeFormErrors(findRegistrationErrors(values, REQUIRED), typed('amount_requested')).fields
    },
    async send(typed) {
      setFault(undefined)
      const amount = readNaira(typed('amount_requested'))
      const body = {
        description: typed('description').trim(),
        amount_requested: amount.is === 'amount' ? koboToNaira(amount.kobo) : null,
        location: typed('address').trim(),
        expected_corrections: (newer ?? opened).corrections,
      }
      try {
        await call('POST /api/applications/:id/correction', { params, body, bearer })
        onDone()
      } catch (problem) {
        console.warn(words.notCorrected, problem)
        const isStale = problem instanceof ApiProblem && problem.code === 'draft_changed'
        const current = isStale
          ? await call('GET /api/applications/:id', { params, bearer }).catch(() => undefined)
          : undefined
        if (current) setNewer(current)
        else setFault(problemSentence(problem))
      }
      return undefined
    },
  })
  const { description, amount_requested: amount, location } = opened
  return (
    <form onSubmit={form.onSubmit} noValidate className="mt-5 grid gap-5">
      <DescriptionField
        {...form.field('description')}
        ref={useKeptText(`correction-${opened.id}`)}
        label={aid.labels.description}
        hint={aid.hints.description}
        defaultValue={description}
      />
      <AmountField
        {...form.field('amount_requested')}
        label={aid.labels.amount_requested}
        required={false}
        defaultValue={amount === null ? '' : String(amount)}
      />
      <TextArea
        {...form.field('address')}
        label={aid.labels.address}
        hint={aid.hints.address}
        rows={2}
        className="aid-short"
        defaultValue={location}
      />
      {newer && <Newer request={newer} />}
      <p role="alert" className="field-error">
        {fault}
      </p>
      <Button type="submit" busy={form.busy}>
        {form.busy ? words.saving : words.save}
      </Button>
    </form>
  )
}

/** Shows the version that another tab or device saved meanwhile: the next press replaces it. */
function Newer({ request: { description, amount_requested: amount, location } }: { request: Correctable }) {
  return (
    <div role="alert">
      <Banner tone="note" title={words.newerTitle}>
        <p>{words.newer}</p>
        <blockquote className="request-text mt-2">
          {[description, amount === null ? words.noAmount : formatNaira(amount), location].join('\n')}
        </blockquote>
      </Banner>
    </div>
  )
}
