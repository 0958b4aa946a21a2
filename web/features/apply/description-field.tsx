/** The applicant's need, in their own words. It counts the characters near the limit, and cuts nothing off. */
import { useState } from 'react'
import { DESCRIPTION_CHARACTERS_MAX } from '../../../contract/aid/application-fields.ts'
import { Field } from '../../ui/field.tsx'
import { aid as words } from '#words/aid/aid.ts'
import type { FieldLine } from './field-line.ts'

/** From here on the remaining characters are shown. */
const NEAR_THE_END = 500
/** Announced to screen readers once per this many characters, not at every keystroke. */
const HEARD_EVERY = 100

export function DescriptionField({ label, hint, error, onInput, ...rest }: FieldLine & { hint: string }) {
  const [left, setLeft] = useState(DESCRIPTION_CHARACTERS_MAX)
  const isNear = left <= NEAR_THE_END
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <>
          <textarea
            {...rest}
            {...control}
            className="input"
            rows={7}
            onInput={(event) => {
              setLeft(DESCRIPTION_CHARACTERS_MAX - event.currentTarget.value.trim().length)
              onInput(event)
            }}
          />
          <p aria-hidden="true" className={left < 0 ? 'aid-count field-error' : 'aid-count field-hint'}>
            {isNear && words.charactersLeft(left)}
          </p>
          <output className="sr-only">
            {isNear && words.charactersLeft(Math.ceil(left / HEARD_EVERY) * HEARD_EVERY)}
          </output>
        </>
      )}
    </Field>
  )
}
