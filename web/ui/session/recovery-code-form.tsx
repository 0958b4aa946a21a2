/** One field for a recovery code, in place of the second step. Loaded when asked for: few people ever need it. */
import { ApiProblem, call } from '../../api/client.ts'
import { failureSentence } from '../../api/failure-sentence.ts'
import { askAuth } from '../../api/session/ask-auth.ts'
import { bearer } from '../../api/session/bearer.ts'
import { useForm } from '../../lib/use-form.ts'
import { recoveryCodes as words } from '#words/people/recovery-codes.ts'
import { Button } from '../button.tsx'
import { TextField } from '../text-field.tsx'

/** @param onDone called when the server has accepted the code. The session updates automatically */
export function RecoveryCodeForm({ onDone }: { onDone: (() => void) | undefined }) {
  const { busy, onSubmit, field } = useForm<'code'>({
    names: ['code'],
    check: (typed) => (typed('code').trim() === '' ? { code: words.missing } : {}),
    async send(typed) {
      try {
        const body = { code: typed('code') }
        const { access_token, refresh_token } = await call('POST /api/account/second-step-recovery', { body, bearer })
        await askAuth((client) => client.setSession({ access_token, refresh_token }))
      } catch (problem) {
        const isWrong = problem instanceof ApiProblem && problem.code === 'code_not_accepted'
        return { code: isWrong ? words.wrong : failureSentence(problem) }
      }
      onDone?.()
    },
  })
  return (
    <form onSubmit={onSubmit} noValidate className="mt-5 grid gap-5">
      <TextField
        {...field('code')}
        label={words.label}
        hint={words.hint}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
      />
      <Button type="submit" busy={busy} className="w-full">
        {busy ? words.checking : words.confirm}
      </Button>
    </form>
  )
}
