/**
 * The second step: a code from an authenticator app or a text message, for accounts that require one. Used wherever this session
 * must be raised: at sign-in, before a new password, on the account page.
 */
import { useState } from 'react'
import type { Factor, User } from '@supabase/auth-js'
import { Button } from '../button.tsx'
import { Choices } from '../choices.tsx'
import { FocusedTitle } from '../focused-title.tsx'
import { session as words } from '#words/people/session.ts'
import { loadAuthClient } from '../../api/session/auth-client.ts'
import { authSentence } from '../../api/session/auth-sentence.ts'
import { loadPart } from '../../lib/load-part.ts'
import { codeError } from './code-error.ts'
import { CodeForm } from './code-form.tsx'
import { ResendButton } from './resend-button.tsx'

type RecoveryForm = typeof import('./recovery-code-form.tsx').RecoveryCodeForm

export interface SecondStepProps {
  user: User
  /** Called when the server has accepted the code. The session updates automatically. */
  onDone?: () => void
  /** The way out, such as signing out. */
  cancel: { text: string; onCancel: () => void }
}

export function SecondStep({ user, onDone, cancel }: SecondStepProps) {
  const factors = (user.factors ?? []).filter(({ status }) => status === 'verified')
  const [chosen, setChosen] = useState(factors[0]?.id)
  const [recovery, setRecovery] = useState<{ Form: RecoveryForm }>()
  const [fault, setFault] = useState<string>()
  const recover = async () => {
    try {
      const { RecoveryCodeForm: Form } = await loadPart(() => import('./recovery-code-form.tsx'))
      setRecovery({ Form })
    } catch (problem) {
      setFault(authSentence(problem))
    }
  }
  const factor = factors.find(({ id }) => id === chosen)
  return (
    <section aria-labelledby="second-step-title">
      <FocusedTitle id="second-step-title">{words.secondStepTitle}</FocusedTitle>
      <p className="mt-2 text-soft">{words.secondStep}</p>
      {recovery && <recovery.Form onDone={onDone} />}
      {!recovery && factors.length > 1 && (
        <div className="mt-5">
          <Choices
            label={words.chooseFactor}
            options={factors.map((each) => ({ value: each.id, text: nameOf(each) }))}
            chosen={chosen}
            onChoose={setChosen}
          />
        </div>
      )}
      {!recovery && factor?.factor_type === 'totp' && (
        <CodeForm
          key={factor.id}
          label={words.totpLabel}
          hint={words.totpHint}
          button={words.confirm}
          onCode={async (code) => {
            const fault = await checkCode((client) => client.mfa.challengeAndVerify({ factorId: factor.id, code }))
            if (fault === undefined) onDone?.()
            return fault
          }}
        />
      )}
      {!recovery && factor?.factor_type === 'phone' && (
        <PhoneStep key={factor.id} factorId={factor.id} onDone={onDone} />
      )}
      {!recovery && (
        <p className="mt-4 flex flex-wrap items-center gap-x-2 text-soft">
          {words.noPhone}
          <button type="button" className="link-target" onClick={() => void recover()}>
            {words.recoveryCodeInstead}
          </button>
        </p>
      )}
      <p role="alert" className="field-error">
        {fault}
      </p>
      <button type="button" className="link-target" onClick={cancel.onCancel}>
        {cancel.text}
      </button>
    </section>
  )
}

function PhoneStep({ factorId, onDone }: { factorId: string; onDone: (() => void) | undefined }) {
  const [challengeId, setChallengeId] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const ask = async () => {
    setBusy(true)
    const asked = await challenge(factorId)
    setBusy(false)
    setFault(asked.fault)
    if (asked.id !== undefined) setChallengeId(asked.id)
    return asked.id !== undefined
  }
  return (
    <>
      {challengeId === undefined ? (
        <Button className="mt-5 w-full" busy={busy} onClick={() => void ask()}>
          {words.sendCode}
        </Button>
      ) : (
        <>
          <CodeForm
            label={words.phoneLabel}
            hint={words.phoneHint}
            button={words.confirm}
            onCode={async (code) => {
              const fault = await checkCode((client) => client.mfa.verify({ factorId, challengeId, code }))
              if (fault === undefined) onDone?.()
              return fault
            }}
          />
          <ResendButton text={words.sendCodeAgain} justSent onResend={ask} />
        </>
      )}
      <p role="alert" className="field-error">
        {fault}
      </p>
    </>
  )
}

/** @returns what to show at the code's field; undefined when it was accepted */
async function checkCode(
  check: (client: Awaited<ReturnType<typeof loadAuthClient>>) => Promise<{ error: unknown }>,
): Promise<string | undefined> {
  try {
    const { error } = await check(await loadAuthClient())
    return error === null ? undefined : codeError(error)
  } catch (problem) {
    return codeError(problem)
  }
}

async function challenge(factorId: string): Promise<{ id?: string; fault?: string }> {
  try {
    const client = await loadAuthClient()
    const { data, error } = await client.mfa.challenge({ factorId, channel: 'sms' })
    return error ? { fault: authSentence(error) } : { id: data.id }
  } catch (problem) {
    return { fault: authSentence(problem) }
  }
}

function nameOf({ friendly_name, factor_type }: Factor): string {
  const kind = factor_type === 'phone' ? words.phone : words.totp
  return friendly_name !== undefined && friendly_name !== '' ? friendly_name : kind
}
