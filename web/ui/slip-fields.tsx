/** The parts of a form that takes the number and the code of a slip or a text message, and shows why they were refused. */
import { Banner } from './banner.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'

export const SlipField = (props: TextFieldProps) => (
  <TextField
    maxLength={20}
    {...props}
    autoComplete="off"
    autoCapitalize="characters"
    spellCheck={false}
    className="slip-input"
  />
)

export const CodeField = (props: TextFieldProps) => (
  <TextField {...props} inputMode="numeric" autoComplete="one-time-code" maxLength={20} className="code-input" />
)

export function FormFault({ title, fault }: { title: string; fault: string | undefined }) {
  return (
    <div role="alert">
      {fault !== undefined && (
        <Banner tone="bad" title={title}>
          <p>{fault}</p>
        </Banner>
      )}
    </div>
  )
}
