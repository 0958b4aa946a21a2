/** A mailed code that makes this device known to the account. It signs no one in: the password follows. */
import { loadAuthClient } from '../../api/session/auth-client.ts'
import { CodeForm } from '../../ui/session/code-form.tsx'
import { FocusedTitle } from '../../ui/focused-title.tsx'
import { codeError } from '../../ui/session/code-error.ts'
import { deviceCode as words } from '#words/people/device-code.ts'

interface DeviceCodeProps {
  email: string
  onKnown: () => Promise<void>
  onCancel: () => void
}

export function DeviceCode({ email, onKnown, onCancel }: DeviceCodeProps) {
  return (
    <section aria-labelledby="device-code-title">
      <FocusedTitle id="device-code-title">{words.title}</FocusedTitle>
      <p className="mt-2 wrap-anywhere">{words.text(email)}</p>
      <p className="mt-2 text-soft">{words.more}</p>
      <CodeForm
        label={words.code}
        button={words.button}
        onCode={async (token) => {
          try {
            const client = await loadAuthClient()
            const { error } = await client.verifyOtp({ email, token, type: 'email' })
            if (error) return codeError(error)
          } catch (problem) {
            return codeError(problem)
          }
          await onKnown()
        }}
      />
      <button type="button" className="link-target mt-4" onClick={onCancel}>
        {words.back}
      </button>
    </section>
  )
}
