/** The account number of a payment that a person sends from our own bank: shown when asked for, because each look is audited. */
import { useState } from 'react'
import { call } from '../../../api/client.ts'
import { Button } from '../../../ui/button.tsx'
import { accountNumbers as words } from '#words/aid/admin-transfers.ts'
import { useAdministration } from '../../desk/administration.ts'
import { useFailureToast } from '../../desk/parts/use-failure-toast.ts'
import { paymentName, type Disbursement } from './payment-name.ts'

export function AccountNumber({ disbursement }: { disbursement: Disbursement }) {
  const { bearer, may } = useAdministration()
  const onProblem = useFailureToast(words.failed)
  const [number, setNumber] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { id, kind, state, payee } = disbursement
  if (kind !== 'manual_bank' || state !== 'released' || !payee || !may('handle_money')) return null
  const show = async () => {
    setBusy(true)
    try {
      setNumber((await call('GET /api/admin/disbursements/:id/account', { params: { id }, bearer })).account_number)
    } catch (problem) {
      onProblem(problem)
    } finally {
      setBusy(false)
    }
  }
  return number === undefined ? (
    <Button
      look="outline"
      className="button-small mt-2"
      busy={busy}
      aria-label={words.showOf(paymentName(disbursement))}
      onClick={() => void show()}
    >
      {words.show}
    </Button>
  ) : (
    <output className="mt-1 block font-semibold">{words.number(number)}</output>
  )
}
