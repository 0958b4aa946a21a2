/** Releases several payments: each is read with its name and amount, the second step is asked for once, and each keeps its own result. */
import { useState } from 'react'
import { formatNaira } from '../../../../contract/money.ts'
import { call } from '../../../api/client.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { showToast } from '../../../lib/toast-store.ts'
import { failWithToast } from '../../../lib/fail-with-toast.ts'
import { useConfirmation } from '../../../ui/session/use-confirmation.tsx'
import { awards, payments as words } from '#words/admin-payouts.ts'
import { useAdministration } from '../administration.ts'
import type { Row } from './groups.ts'
import { paymentName, type Disbursement } from './payment-name.ts'

interface ReleaseManyProps {
  rows: readonly Row[]
  onChanged: () => void
}

interface Chosen {
  readonly disbursement: Disbursement
  readonly applicant: string
}

export function ReleaseMany({ rows, onChanged }: ReleaseManyProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [isOpen, setOpen] = useState(false)
  const all = rows.flatMap(({ payment, disbursement }): Chosen[] =>
    disbursement ? [{ disbursement, applicant: payment.applicant || words.closedAccount }] : [],
  )
  const chosen = all.filter(({ disbursement }) => !left.has(disbursement.id))
  const total = formatNaira(
    chosen.reduce((sum, { disbursement }) => sum + Math.round(disbursement.amount * 100), 0) / 100,
  )
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(left)
    if (isChosen) next.delete(id)
    else next.add(id)
    setLeft(next)
  }
  return (
    <>
      <fieldset className="mt-3 grid gap-2">
        <legend className="field-label mb-2">{words.chosen}</legend>
        {all.map(({ disbursement, applicant }) => (
          <Checkbox
            key={disbursement.id}
            label={words.choose(paymentName(disbursement), applicant)}
            checked={!left.has(disbursement.id)}
            onChange={({ target }) => choose(disbursement.id, target.checked)}
          />
        ))}
      </fieldset>
      {chosen.length > 0 && (
        <Button className="button-small mt-3" onClick={() => setOpen(true)}>
          {words.releaseMany(chosen.length, total)}
        </Button>
      )}
      {isOpen && (
        <ReleaseDialog
          chosen={chosen}
          total={total}
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false)
            onChanged()
          }}
        />
      )}
    </>
  )
}

interface ReleaseDialogProps {
  chosen: readonly Chosen[]
  total: string
  onDone: () => void
  onClose: () => void
}

function ReleaseDialog({ chosen, total, onDone, onClose }: ReleaseDialogProps) {
  const { bearer, user, onRefusal } = useAdministration()
  const { run, step } = useConfirmation(user)
  const [busy, setBusy] = useState(false)
  const release = async () => {
    setBusy(true)
    let done = 0
    try {
      // One after the other: the limit of a day counts each before the next.
      for (const { disbursement } of chosen) {
        const request = { params: { id: disbursement.id }, body: { expected_state: 'proposed' as const }, bearer }
        const isConfirmed = await run(
          async () => void (await call('POST /api/admin/disbursements/:id/release', request)),
        )
        if (!isConfirmed) break
        done += 1
      }
      showToast({ kind: 'plain', title: done === 0 ? words.manyNone : words.manyDone(done, chosen.length) })
    } catch (problem) {
      // The rest was not tried: what stopped this one may stop them too.
      if (!onRefusal(problem)) failWithToast(words.manyDone(done, chosen.length), problem)
    }
    setBusy(false)
    onDone()
  }
  return (
    <Dialog title={words.manyTitle(chosen.length, total)} lead={words.manyLead} onClose={onClose}>
      <ol className="mt-4 grid gap-1">
        {chosen.map(({ disbursement, applicant }) => (
          <li key={disbursement.id} className="wrap-anywhere">
            {words.choose(paymentName(disbursement), applicant)}
          </li>
        ))}
      </ol>
      {step}
      <div className="mt-6 flex flex-wrap gap-3">
        <Button className="grow" busy={busy} onClick={() => void release()}>
          {words.release}
        </Button>
        <Button look="outline" className="grow" onClick={onClose}>
          {awards.back}
        </Button>
      </div>
    </Dialog>
  )
}
