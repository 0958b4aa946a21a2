/** Adds a phone: a name and a number, then the code from the text message. */
import { useState } from 'react'
import type { User } from '@supabase/auth-js'
import { isPhone, PHONE_SENTENCE } from '../../../contract/record/profile-fields.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { account as words } from '#words/people/account.ts'
import { accountToasts as toasts } from '#words/people/account-toasts.ts'
import { authCode } from '../../api/session/auth-sentence.ts'
import { CodeForm } from '../../ui/session/code-form.tsx'
import { ResendButton } from '../../ui/session/resend-button.tsx'
import { codeError } from '../../ui/session/code-error.ts'
import { useForm } from '../../lib/use-form.ts'
import type { AdditionProps } from './add-app.tsx'
import { AddPanel } from './add-panel.tsx'
import { askAuth } from '../../api/session/ask-auth.ts'
import { failWithToast } from '../../lib/fail-with-toast.ts'
import { beginPhone, sendCode } from './factors.ts'
import { useConfirmation } from '../../ui/session/use-confirmation.tsx'

interface NewPhone {
  readonly factorId: string
  readonly phone: string
  readonly challengeId: string
}

export function AddPhone({ user, onCancel, onAdded }: AdditionProps) {
  const [begun, setBegun] = useState<NewPhone>()
  if (!begun)
    return (
      <AddPanel title={words.addPhone} onCancel={onCancel}>
        <PhoneForm user={user} onBegun={setBegun} />
      </AddPanel>
    )
  const { factorId, challengeId, phone } = begun
  const verify = async (code: string) => {
    try {
      await askAuth((client) => client.mfa.verify({ factorId, challengeId, code }))
      onAdded()
    } catch (problem) {
      return codeError(problem)
    }
  }
  const resend = async () => {
    try {
      setBegun({ ...begun, challengeId: await sendCode(factorId) })
      return true
    } catch (problem) {
      failWithToast(toasts.factorNotAdded, problem)
      return false
    }
  }
  return (
    <AddPanel title={words.phoneCodeTitle} onCancel={onCancel}>
      <CodeForm label={words.phoneCode} hint={words.phoneCodeHint(phone)} button={words.turnOn} onCode={verify} />
      <ResendButton text={words.phoneResend} justSent onResend={resend} />
    </AddPanel>
  )
}

function PhoneForm({ user, onBegun }: { user: User; onBegun: (phone: NewPhone) => void }) {
  const { run, step } = useConfirmation(user)
  const { busy, onSubmit, field } = useForm<'name' | 'phone'>({
    names: ['phone', 'name'],
    check: (typed) => ({
      ...(!isPhone(typed('phone')) && { phone: PHONE_SENTENCE }),
      ...(typed('name').trim() === '' && { name: words.nameMissing }),
    }),
    async send(typed) {
      const phone = typed('phone').trim()
      try {
        await run(async () => {
          const factorId = await beginPhone(typed('name').trim(), phone)
          onBegun({ factorId, phone, challengeId: await sendCode(factorId) })
        })
      } catch (problem) {
        const code = authCode(problem)
        if (code === 'mfa_factor_name_conflict') return { name: words.nameTaken }
        if (code === 'mfa_verified_factor_exists') return { phone: words.phoneTaken }
        if (code === 'validation_failed') return { phone: PHONE_SENTENCE }
        failWithToast(toasts.factorNotAdded, problem)
      }
    },
  })
  return (
    <>
      <form onSubmit={onSubmit} noValidate className="mt-4 grid gap-5">
        <TextField
          {...field('phone')}
          label={words.factorPhone}
          hint={words.factorPhoneHint}
          type="tel"
          autoComplete="tel"
        />
        <TextField
          {...field('name')}
          label={words.factorName}
          hint={words.phoneNameHint}
          defaultValue={words.phoneNameGiven}
          maxLength={60}
          autoComplete="off"
        />
        <Button type="submit" busy={busy} className="justify-self-start">
          {busy ? words.preparing : words.sendPhoneCode}
        </Button>
      </form>
      {step}
    </>
  )
}
