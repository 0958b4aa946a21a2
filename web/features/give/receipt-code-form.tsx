/** Opens a receipt by its code, as typed or pasted. */
import { useNavigate } from '../../lib/router.tsx'
import { useForm } from '../../lib/use-form.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { findReceipt as words } from '#words/money/receipt.ts'
import { readReceiptCode } from './receipt-code.ts'

export function ReceiptCodeForm() {
  const hydrated = useHydrated()
  const navigate = useNavigate()
  const { onSubmit, field } = useForm<'code'>({
    names: ['code'],
    check: (typed) => (readReceiptCode(typed('code')) === undefined ? { code: words.codeIncomplete } : {}),
    async send(typed) {
      await navigate(`/receipts/${readReceiptCode(typed('code'))}`)
      return undefined
    },
  })
  return (
    <form method="dialog" onSubmit={onSubmit} noValidate className="needs-script grid gap-4">
      <TextField
        {...field('code')}
        label={words.code}
        hint={words.codeHint}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="receipt-code"
      />
      <Button type={hydrated ? 'submit' : 'button'} className="justify-self-start">
        {words.open}
      </Button>
    </form>
  )
}
