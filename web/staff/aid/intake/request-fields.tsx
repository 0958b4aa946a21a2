/** Fields for what the person needs, how they reached us, and their consent. */
import { useState } from 'react'
import {
  BEYOND_REASON_CHARACTERS_MAX,
  DESCRIPTION_CHARACTERS_MAX,
  LOCATION_CHARACTERS_MAX,
  URGENCIES,
} from '../../../../contract/aid/application-fields.ts'
import { INTAKE_CHANNELS } from '../../../../contract/aid/request-ways.ts'
import { offeredTypes } from '../../../../contract/aid/offered-types.ts'
import { Card } from '../../../ui/card.tsx'
import { Choices } from '../../../ui/choices.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { site } from '../../../words/site.ts'
import { intake as words } from '#words/aid/admin-intake.ts'
import { aid } from '#words/aid/aid.ts'
import { review } from '#words/aid/review.ts'
import type { useForm } from '../../../lib/use-form.ts'
import type { IntakeName } from './intake.ts'

export type IntakeField = ReturnType<typeof useForm<IntakeName>>['field']

interface FieldsProps {
  field: IntakeField
  /** Values typed before the page was left. */
  kept: Readonly<Record<string, string>>
}

export function RequestFields({ field, kept }: FieldsProps) {
  return (
    <Card title={words.need}>
      <div className="tiles mt-3 items-start gap-x-6 gap-y-4 [--tile:20rem]">
        <Chosen {...{ field, kept }} name="aid_type" label={aid.labels.aid_type} empty={aid.chooseType}>
          {offeredTypes(site.aid).map((type) => [type, aid.types[type]])}
        </Chosen>
        <Chosen {...{ field, kept }} name="urgency" label={aid.labels.urgency} empty={aid.noUrgency}>
          {URGENCIES.map((urgency) => [urgency, aid.urgencies[urgency]])}
        </Chosen>
        <TextField
          {...field('amount_requested')}
          required={false}
          note={aid.optional}
          label={aid.labels.amount_requested}
          hint={words.amountHint}
          inputMode="decimal"
          autoComplete="off"
          defaultValue={kept.amount_requested}
        />
        <TextField
          {...field('location')}
          required={false}
          note={aid.optional}
          label={words.location}
          hint={words.locationHint}
          autoComplete="off"
          maxLength={LOCATION_CHARACTERS_MAX}
          defaultValue={kept.location}
        />
        <TextArea
          {...field('description')}
          className="whole-line"
          label={aid.labels.description}
          hint={words.descriptionHint}
          rows={5}
          maxLength={DESCRIPTION_CHARACTERS_MAX}
          defaultValue={kept.description}
        />
      </div>
    </Card>
  )
}

/** Shown after a refusal because the household has as many requests as it may have. */
export function BeyondField({ field, kept }: FieldsProps) {
  return (
    <Card title={words.beyond}>
      <TextArea
        {...field('beyond_reason')}
        label={words.beyondReason}
        hint={words.beyondHint}
        rows={2}
        maxLength={BEYOND_REASON_CHARACTERS_MAX}
        defaultValue={kept.beyond_reason}
      />
    </Card>
  )
}

interface ChosenProps extends FieldsProps {
  name: 'aid_type' | 'urgency'
  label: string
  /** The choice of nothing. */
  empty: string
  children: readonly (readonly [value: string, text: string])[]
}

function Chosen({ field, kept, name, label, empty, children }: ChosenProps) {
  const { error, onInput } = field(name)
  return (
    <SelectField
      label={label}
      error={error}
      {...(name === 'urgency' && { note: aid.optional })}
      name={name}
      onInput={onInput}
      defaultValue={kept[name] ?? ''}
      none={empty}
      options={children}
    />
  )
}

export function ConsentFields({ field, kept }: FieldsProps) {
  const [channel, setChannel] = useState(() => INTAKE_CHANNELS.find((each) => each === kept.channel))
  const { error, onInput } = field('consent')
  return (
    <Card title={words.agreeing}>
      <div className="mt-3 grid gap-4">
        <Choices
          label={words.channel}
          name="channel"
          options={INTAKE_CHANNELS.map((value) => ({ value, text: review.channels[value] }))}
          chosen={channel}
          error={field('channel').error}
          onChoose={(value) => {
            setChannel(value)
            field('channel').onInput()
          }}
        />
        <figure>
          <figcaption className="field-label">{words.readAloud}</figcaption>
          <blockquote className="notice mt-1">{words.consentText}</blockquote>
        </figure>
        <div>
          <div className="checkbox">
            <input
              type="checkbox"
              id="intake-consent"
              name="consent"
              value="yes"
              onInput={onInput}
              aria-describedby="intake-consent-error"
            />
            <label htmlFor="intake-consent" className="font-semibold">
              {words.consent}
            </label>
          </div>
          <p id="intake-consent-error" className="field-error" aria-live="polite">
            {error}
          </p>
        </div>
      </div>
    </Card>
  )
}
