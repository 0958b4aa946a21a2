/** The props of every field of the form. */
import type { FormName } from './form-steps.ts'

export interface FieldLine {
  name: FormName
  label: string
  error: string | undefined
  readOnly: boolean
  required: boolean
  onInput: (event: { currentTarget: { value: string } }) => void
}
