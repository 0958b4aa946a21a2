/** Name and year of birth, which open the whole account to a session that sees state only. */
import {
  BIRTH_YEAR_MAX,
  BIRTH_YEAR_MIN,
  PROFILE_CHARACTERS_MAX,
  YEAR_SENTENCE,
} from '../../../contract/record/profile-fields.ts'
import type { Bearer } from '../../api/authorization.ts'
import { ApiProblem, call } from '../../api/client.ts'
import { problemSentence } from '../../api/problem-sentence.ts'
import { askAuth } from '../../api/session/ask-auth.ts'
import { showToast } from '../../lib/toast-store.ts'
import { useForm } from '../../lib/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { confirmNumber as words } from '#words/people/confirm-number.ts'

export function SecondFactForm({ bearer }: { bearer: Bearer }) {
  const { busy, onSubmit, field } = useForm({
    names: ['full_name', 'birth_year'],
    check(typed) {
      const year = Number(typed('birth_year'))
      return {
        ...(typed('full_name').trim() === '' && { full_name: words.nameMissing }),
        ...(!(year >= BIRTH_YEAR_MIN && year <= BIRTH_YEAR_MAX) && { birth_year: YEAR_SENTENCE }),
      }
    },
    async send(typed) {
      const body = { full_name: typed('full_name').trim(), birth_year: Number(typed('birth_year')) }
      try {
        await call('POST /api/account/second-fact', { body, bearer })
        // The stored session still says that it sees state only.
        await askAuth((client) => client.refreshSession())
        showToast({ kind: 'plain', title: words.welcome })
        return undefined
      } catch (problem) {
        const isWrong = problem instanceof ApiProblem && problem.code === 'second_fact_not_accepted'
        return { full_name: isWrong ? words.wrong : problemSentence(problem) }
      }
    },
  })
  return (
    <form onSubmit={onSubmit} noValidate className="mt-4 grid gap-4">
      <TextField
        {...field('full_name')}
        label={words.name}
        autoComplete="name"
        maxLength={PROFILE_CHARACTERS_MAX.full_name}
      />
      <TextField
        {...field('birth_year')}
        label={words.year}
        hint={words.yearHint}
        inputMode="numeric"
        autoComplete="bday-year"
        maxLength={4}
      />
      <Button type="submit" busy={busy} className="w-full sm:w-auto sm:justify-self-start">
        {busy ? words.busy : words.button}
      </Button>
    </form>
  )
}
