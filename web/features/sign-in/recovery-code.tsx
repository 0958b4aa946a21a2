/** The code of a recovery mail, for links opened in another browser or on another device. */
import { loadAuthClient } from '../../api/session/auth-client.ts'
import { CodeForm } from '../../ui/session/code-form.tsx'
import { codeError } from '../../ui/session/code-error.ts'
import { recovery as words } from '#words/people/recovery.ts'

interface RecoveryCodeProps {
  email: string
  /** @returns why the code cannot be sent yet, such as a missing address */
  check?: () => string | undefined
}

/** Opens a session when the code is right; the parent reacts to the session. */
export function RecoveryCode({ email, check }: RecoveryCodeProps) {
  return (
    <CodeForm
      label={words.codeLabel}
      hint={words.codeHint}
      button={words.codeButton}
      onCode={async (token) => {
        const fault = check?.()
        if (fault !== undefined) return fault
        try {
          const client = await loadAuthClient()
          const { error } = await client.verifyOtp({ email, token, type: 'recovery' })
          return error ? codeError(error) : undefined
        } catch (problem) {
          return codeError(problem)
        }
      }}
    />
  )
}
