/** The form behind an invitation: a name and a password. The token of the link is in the address, after `#`. */
import { useState } from 'react'
import { Link } from '../../lib/router.tsx'
import { STAFF_PASSWORD_CHARACTERS_MIN } from '../../../contract/people/password.ts'
import { PROFILE_CHARACTERS_MAX } from '../../../contract/record/profile-fields.ts'
import { ApiProblem, call } from '../../api/client.ts'
import { problemSentence } from '../../api/problem-sentence.ts'
import { useForm } from '../../lib/use-form.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { join as words } from '#words/office/invitations.ts'

/** @param onJoined is told the address that was invited */
export function JoinForm({ onJoined }: { onJoined: (email: string) => void }) {
  const isHydrated = useHydrated()
  const [problem, setProblem] = useState<string>()
  const { busy, onSubmit, field } = useForm({
    names: ['full_name', 'password'],
    check: (typed) => ({
      full_name: typed('full_name').trim() === '' ? words.nameMissing : undefined,
      password: Array.from(typed('password')).length < STAFF_PASSWORD_CHARACTERS_MIN ? words.passwordShort : undefined,
    }),
    async send(typed) {
      setProblem(undefined)
      const body = { token: readToken(), full_name: typed('full_name'), password: typed('password') }
      try {
        onJoined((await call('POST /api/invitations/acceptance', { body })).email)
      } catch (refusal) {
        const fields = refusal instanceof ApiProblem ? refusal.fields : []
        const weak = fields.find(({ field: name }) => name === 'password')
        if (weak) return { password: weak.message }
        const isEnded = refusal instanceof ApiProblem && refusal.code === 'not_found'
        setProblem(isEnded ? words.linkEnded : problemSentence(refusal))
      }
    },
  })
  if (isHydrated && readToken() === '') {
    return (
      <Banner tone="note" title={words.noLinkTitle}>
        <p>{words.noLink}</p>
        <SignInLink />
      </Banner>
    )
  }
  return (
    <form onSubmit={onSubmit} noValidate className="grid gap-5">
      <p>{words.lead}</p>
      <div aria-live="polite">
        {problem !== undefined && (
          <Banner tone="bad" title={words.failed}>
            <p>{problem}</p>
            {problem === words.linkEnded && <SignInLink />}
          </Banner>
        )}
      </div>
      <TextField
        {...field('full_name')}
        label={words.name}
        autoComplete="name"
        maxLength={PROFILE_CHARACTERS_MAX.full_name}
      />
      <PasswordField
        {...field('password')}
        label={words.password}
        hint={words.passwordHint}
        autoComplete="new-password"
        rated
      />
      <Button type="submit" busy={busy} disabled={!isHydrated} className="w-full">
        {busy ? words.busy : words.button}
      </Button>
    </form>
  )
}

const readToken = () => window.location.hash.slice(1)

function SignInLink() {
  return (
    <Link to="/admin-auth" className="link-target mt-2">
      {words.signIn}
    </Link>
  )
}
