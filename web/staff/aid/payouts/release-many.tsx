/** Releases several payouts: each is ticked and read with its name, account and amount, the second step is asked for once, and each keeps its own outcome. */
import { useState } from 'react'
import { errors, isErrorCode } from '../../../../contract/platform/errors.ts'
import { formatNaira } from '../../../../contract/platform/money.ts'
import { sumNaira } from '../../desk/sum-naira.ts'
import { RELEASES_MAX, type ReleaseOutcome } from '../../../../contract/aid/payout-fields.ts'
import { call, type CallReply } from '../../../api/client.ts'
import { showToast } from '../../../lib/toast-store.ts'
import { failWithToast } from '../../../lib/fail-with-toast.ts'
import { Badge, type BadgeTone } from '../../../ui/badge.tsx'
import { Button, SmallButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useConfirmation } from '../../../ui/session/use-confirmation.tsx'
import { awards, payments as words, payouts as list } from '#words/aid/admin-payouts.ts'
import { useAdministration } from '../../desk/administration.ts'
import type { Selection } from '../../desk/lists/selection.ts'
import { DialogButtons } from '../../desk/parts/dialog-buttons.tsx'
import { Opener, type DialogEnd } from '../../desk/parts/opener.tsx'
import { ProposedPayment } from './payee-line.tsx'
import { paymentName, type Payout } from './payout.ts'
import type { PayoutRow } from './payouts-query.ts'

const OUTCOME_TONES: Readonly<Record<ReleaseOutcome, BadgeTone>> = {
  released: 'good',
  approved: 'waiting',
  refused: 'bad',
}

interface Chosen {
  readonly payout: Payout
  readonly applicant: string
}

/** The selected payouts and their sum. Nothing is selected at first: each tick is the second look. */
export function ReleaseBar({ selection, onReleased }: { selection: Selection<PayoutRow>; onReleased: () => void }) {
  const chosen = selection.rows
    .slice(0, RELEASES_MAX)
    .flatMap(({ applicant, payout }): Chosen[] =>
      payout ? [{ payout, applicant: applicant || words.closedAccount }] : [],
    )
  if (chosen.length === 0) return null
  const total = formatNaira(sumNaira(chosen.map(({ payout }) => payout.amount)))
  return (
    <section aria-label={list.selected(chosen.length, total)} className="bulk-bar line">
      <output>{list.selected(chosen.length, total)}</output>
      <SmallButton look="quiet" className="bulk-clear" onClick={selection.clear}>
        {list.clear}
      </SmallButton>
      <Opener text={words.releaseMany(chosen.length, total)} look="primary">
        {(close) => (
          <ReleaseDialog
            chosen={chosen}
            total={total}
            onClose={close}
            onDone={() => {
              selection.clear()
              onReleased()
            }}
          />
        )}
      </Opener>
    </section>
  )
}

interface ReleaseDialogProps extends DialogEnd {
  chosen: readonly Chosen[]
  total: string
}

type Results = CallReply<'POST /api/admin/releases'>['rows']

function ReleaseDialog({ chosen, total, onDone, onClose }: ReleaseDialogProps) {
  const { bearer, user, onRefusal } = useAdministration()
  const { run, step } = useConfirmation(user)
  const [busy, setBusy] = useState(false)
  const [results, setResults] = useState<Results>()
  const release = async () => {
    setBusy(true)
    try {
      const body = { payouts: chosen.map(({ payout }) => payout.id) }
      await run(async () => {
        const { rows } = await call('POST /api/admin/releases', { body, bearer })
        const done = rows.filter(({ outcome }) => outcome === 'released').length
        if (done < rows.length) return setResults(rows)
        showToast({ kind: 'plain', title: words.manyDone(done) })
        onDone()
      })
    } catch (problem) {
      if (!onRefusal(problem)) failWithToast(words.notReleased, problem)
      onDone()
    } finally {
      setBusy(false)
    }
  }
  if (results) return <ReleaseResults chosen={chosen} results={results} onClose={onDone} />
  return (
    <Dialog title={words.manyTitle(chosen.length, total)} lead={words.manyLead} {...((!busy || step) && { onClose })}>
      <ol className="mt-4 grid gap-3">
        {chosen.map(({ payout, applicant }) => (
          <li key={payout.id} className="wrap-anywhere">
            {words.choose(paymentName(payout), applicant)}
            <ProposedPayment payout={payout} />
          </li>
        ))}
      </ol>
      {step}
      <DialogButtons
        text={words.release}
        busy={busy}
        onSend={() => void release()}
        back={awards.back}
        onClose={onClose}
      />
    </Dialog>
  )
}

interface ReleaseResultsProps {
  chosen: readonly Chosen[]
  results: Results
  onClose: () => void
}

/** Not everything was released: what became of each. */
function ReleaseResults({ chosen, results, onClose }: ReleaseResultsProps) {
  const done = results.filter(({ outcome }) => outcome === 'released').length
  return (
    <Dialog title={words.manyPartly(done, results.length)} onClose={onClose}>
      <ul className="mt-4 grid gap-3">
        {results.map(({ id, outcome, refusal }) => {
          const found = chosen.find(({ payout }) => payout.id === id)
          return (
            <li key={id} className="wrap-anywhere">
              <span className="block">{found && words.choose(paymentName(found.payout), found.applicant)}</span>
              <span className="flex flex-wrap items-center gap-2">
                <Badge tone={OUTCOME_TONES[outcome]}>{words.outcomes[outcome]}</Badge>
                {isErrorCode(refusal) && <span className="text-soft">{errors[refusal].sentence}</span>}
              </span>
            </li>
          )
        })}
      </ul>
      <div className="mt-6 flex">
        <Button look="outline" className="grow" onClick={onClose}>
          {words.close}
        </Button>
      </div>
    </Dialog>
  )
}
