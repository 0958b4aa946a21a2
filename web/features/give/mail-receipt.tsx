/** Mails the receipt to an address that is used once and not kept. */
import { useState } from 'react'
import { ApiProblem, call } from '../../api/client.ts'
import { problemSentence } from '../../api/problem-sentence.ts'
import { emailError } from '../../lib/email-error.ts'
import { useForm } from '../../lib/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { EmailField } from '../../ui/text-field.tsx'
import { receipt as words } from '#words/money/receipt.ts'

export default function MailReceipt({ code }: { code: string }) {
  const [sentTo, setSentTo] = useState<string>()
  const { busy, onSubmit, field } = useForm<'email'>({
    names: ['email'],
    check: (typed) => ({ email: emailError(typed('email')) }),
    async send(typed) {
      const email = typed('email').trim()
      try {
        await call('POST /api/receipts/:code/mails', { params: { code }, body: { email } })
        setSentTo(email)
        return undefined
      } catch (problem) {
        const named = problem instanceof ApiProblem ? problem.fields[0]?.message : undefined
        return { email: named ?? problemSentence(problem) }
      }
    },
  })
  return (
    <form onSubmit={onSubmit} noValidate className="grid w-full gap-3">
      {sentTo === undefined && (
        <>
          <EmailField {...field('email')} label={words.mailLabel} hint={words.mailHint} autoComplete="email" />
          <Button type="submit" look="outline" busy={busy}>
            {busy ? words.mailBusy : words.mailButton}
          </Button>
        </>
      )}
      <p aria-live="polite">{sentTo !== undefined && words.mailSent(sentTo)}</p>
    </form>
  )
}
