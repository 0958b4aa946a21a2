/** Adds an authenticator app: a name, then the QR code or the key for the app, then a code that proves it works. */
import { useState } from 'react'
import type { User } from '@supabase/auth-js'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { account as words } from '#words/people/account.ts'
import { accountToasts as toasts } from '#words/people/account-toasts.ts'
import { authCode } from '../../api/session/auth-sentence.ts'
import { CodeForm } from '../../ui/session/code-form.tsx'
import { codeError } from '../../ui/session/code-error.ts'
import { useForm } from '../../lib/use-form.ts'
import { AddPanel } from './add-panel.tsx'
import { askAuth } from '../../api/session/ask-auth.ts'
import { failWithToast } from '../../lib/fail-with-toast.ts'
import { beginApp, type NewApp } from './factors.ts'
import { useConfirmation } from '../../ui/session/use-confirmation.tsx'

export interface AdditionProps {
  user: User
  onCancel: () => void
  onAdded: () => void
}

export function AddApp({ user, onCancel, onAdded }: AdditionProps) {
  const [app, setApp] = useState<NewApp>()
  if (!app)
    return (
      <AddPanel title={words.addApp} onCancel={onCancel}>
        <NameForm user={user} onBegun={setApp} />
      </AddPanel>
    )
  const verify = async (code: string) => {
    try {
      await askAuth((client) => client.mfa.challengeAndVerify({ factorId: app.id, code }))
      onAdded()
    } catch (problem) {
      return codeError(problem)
    }
  }
  return (
    <AddPanel title={words.scanTitle} onCancel={onCancel}>
      <p className="mt-2 text-soft">{words.scan}</p>
      <div className="mt-5 grid gap-x-7 gap-y-5 sm:grid-cols-[auto_1fr] sm:items-start">
        {/* Dark on white in both themes: cameras read nothing else. */}
        <img src={app.picture} alt={words.qrName} width="216" height="216" className="qr-code h-60 w-60" />
        <Secret groups={app.groups} />
      </div>
      <CodeForm label={words.appCode} hint={words.appCodeHint} button={words.turnOn} onCode={verify} />
    </AddPanel>
  )
}

function NameForm({ user, onBegun }: { user: User; onBegun: (app: NewApp) => void }) {
  const { run, step } = useConfirmation(user)
  const { busy, onSubmit, field } = useForm<'name'>({
    names: ['name'],
    check: (typed) => (typed('name').trim() === '' ? { name: words.nameMissing } : {}),
    async send(typed) {
      try {
        await run(async () => onBegun(await beginApp(typed('name').trim())))
      } catch (problem) {
        if (authCode(problem) === 'mfa_factor_name_conflict') return { name: words.nameTaken }
        failWithToast(toasts.factorNotAdded, problem)
      }
    },
  })
  return (
    <>
      <form onSubmit={onSubmit} noValidate className="mt-4 grid gap-5">
        <TextField
          {...field('name')}
          label={words.factorName}
          hint={words.appNameHint}
          defaultValue={words.appNameGiven}
          maxLength={60}
          autoComplete="off"
        />
        <Button type="submit" busy={busy} className="justify-self-start">
          {busy ? words.preparing : words.continue}
        </Button>
      </form>
      {step}
    </>
  )
}

function Secret({ groups }: { groups: readonly string[] }) {
  const [state, setState] = useState<'shown' | 'copied' | 'failed'>('shown')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(groups.join(''))
      setState('copied')
    } catch (fault) {
      console.warn('The key could not be copied.', fault)
      setState('failed')
    }
  }
  return (
    <div>
      <p className="font-semibold">{words.secretLabel}</p>
      <p className="mt-1 max-w-88 font-mono text-lg" translate="no">
        {groups.join(' ')}
      </p>
      <button type="button" className="link-target" onClick={() => void copy()}>
        <Icon name={state === 'copied' ? 'check' : 'copy'} />
        <span>{state === 'copied' ? words.copied : words.copy}</span>
      </button>
      <p className="text-sm text-soft">{words.secretNote}</p>
      <output className="block text-sm font-semibold">
        {state === 'failed' && words.copyFailed}
        {state === 'copied' && <span className="sr-only">{words.copied}</span>}
      </output>
    </div>
  )
}
