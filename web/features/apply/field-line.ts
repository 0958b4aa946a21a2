/** The props of every field of the form. */
export interface FieldLine {
  name: string
  label: string
  error: string | undefined
  readOnly: boolean
  required: boolean
  onInput: (event: { currentTarget: { value: string } }) => void
}
