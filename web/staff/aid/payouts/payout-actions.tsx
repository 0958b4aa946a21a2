/** Actions of this administrator on a payment now. */
import { useState } from 'react'
import { useLocation } from '../../../lib/router.tsx'
import { LOSS_CHARACTERS_MAX } from '../../../../contract/aid/payout-fields.ts'
import type { Duty } from '../../../../contract/platform/staff-roles.ts'
import { isRecord } from '../../../api/is-record.ts'
import { ApiProblem, call } from '../../../api/client.ts'
import { SmallButton, buttonClass, type ButtonLook } from '../../../ui/button.tsx'
import { onDemand } from '../../../ui/on-demand.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { payments as words } from '#words/aid/admin-payouts.ts'
import { transferCodes as codes } from '#words/aid/admin-transfers.ts'
import { useAdministration } from '../../desk/administration.ts'
import { useShortcuts } from '../../desk/keys/shortcuts.ts'
import { ProposeDialog } from '../../desk/parts/propose.tsx'
import { paymentName, type PaymentDialogProps, type Payout, type PayoutProps } from './payout.ts'
import { ReleaseSheet } from './release-sheet.tsx'
import { usePayoutAct, type Act } from './use-payout-act.ts'

type Opened = 'release' | 'short_fund' | 'enter_code' | 'hand_over' | 'return' | 'write_off' | 'confirm' | 'maybe_paid'

/** Actions that need no more than a press. Cancelling comes last. */
const PRESSES = [
  { what: 'countersign', duty: 'handle_money', look: 'outline', text: words.countersign, name: words.countersignOf },
  { what: 'retry', duty: 'handle_money', look: 'primary', text: words.retry, name: words.retryOf },
  { what: 'recheck', duty: 'handle_money', look: 'outline', text: words.recheck, name: words.recheckOf },
  { what: 'cancel', duty: 'propose_payments', look: 'quiet', text: words.cancel, name: words.cancelOf },
] as const

const OPENS = [
  { what: 'release', duty: 'handle_money', look: 'primary', text: words.release, name: words.releaseOf },
  { what: 'enter_code', duty: 'handle_money', look: 'primary', text: codes.enter, name: codes.enterOf },
  { what: 'hand_over', duty: 'handle_money', look: 'primary', text: words.handOver, name: words.handOverOf },
  { what: 'confirm', duty: 'call_recipients', look: 'outline', text: words.answer, name: words.answerOf },
  { what: 'return', duty: 'handle_money', look: 'quiet', text: words.returned, name: words.returnedOf },
  { what: 'write_off', duty: 'propose_payments', look: 'quiet', text: words.loss, name: words.lossOf },
] as const satisfies readonly {
  what: Opened
  duty: Duty
  look: ButtonLook
  text: string
  name: (payment: string) => string
}[]

/** The dialogs load when the pointer or the focus comes to their buttons. The release is used most, and is there at once. */
const SHOWN = { skeleton: null }
const DIALOGS = {
  enter_code: onDemand(async () => (await import('./transfer-code-dialog.tsx')).TransferCodeDialog, SHOWN),
  hand_over: onDemand(async () => (await import('./hand-over-dialog.tsx')).HandOverDialog, SHOWN),
  return: onDemand(async () => (await import('./return-dialog.tsx')).ReturnDialog, SHOWN),
  confirm: onDemand(async () => (await import('./answer-dialog.tsx')).AnswerDialog, SHOWN),
  maybe_paid: onDemand(async () => (await import('./unpaid-dialog.tsx')).UnpaidDialog, SHOWN),
}

function prepare(what: Opened): void {
  if (what !== 'release' && what !== 'short_fund' && what !== 'write_off') DIALOGS[what].prepare()
}

function usePresses({ id, state }: Payout, act: Act['act'], setOpen: (what: Opened) => void) {
  const { bearer } = useAdministration()
  const params = { id }
  const openFor = (code: string, what: Opened) => (problem: unknown) => {
    const isIt = problem instanceof ApiProblem && problem.code === code
    if (isIt) setOpen(what)
    return isIt
  }
  const showShortFund = openFor('fund_below_zero', 'short_fund')
  const release = () => {
    const says: Record<'done' | 'failed', string> = { done: words.released, failed: words.notReleased }
    const send = async () => {
      const body = { expected_state: 'proposed' } as const
      const { payouts } = await call('POST /api/admin/payouts/:id/release', { params, body, bearer })
      if (payouts.some((each) => each.id === id && each.state === 'proposed')) says.done = words.outcomes.approved
    }
    return act('release', send, says, showShortFund)
  }
  const cancel = async () => {
    if (state !== 'proposed' && state !== 'released' && state !== 'failed') return
    const body = { expected_state: state }
    const says = { done: words.cancelled, failed: words.notCancelled }
    const send = () => call('POST /api/admin/payouts/:id/cancel', { params, body, bearer })
    await act('cancel', send, says, openFor('maybe_paid', 'maybe_paid'))
  }
  const retry = () =>
    act(
      'retry',
      () => call('POST /api/admin/payouts/:id/retry', { params, body: { expected_state: 'failed' }, bearer }),
      { done: words.retried, failed: words.notRetried },
      showShortFund,
    )
  const recheck = () =>
    act('recheck', () => call('POST /api/admin/payouts/:id/recheck', { params, bearer }), {
      done: words.rechecked,
      failed: words.notRechecked,
    })
  const countersign = () =>
    act('countersign', () => call('POST /api/admin/payouts/:id/countersign', { params, bearer }), {
      done: words.countersigned,
      failed: words.notCountersigned,
    })
  return { release, countersign, cancel, retry, recheck }
}

export function PayoutActions({ payout, applicant, onChanged, onReleased }: PayoutProps) {
  const { may: has } = useAdministration()
  const { busy, act, step } = usePayoutAct(onChanged)
  const { may } = payout
  const mayRelease = may.release && has('handle_money')
  const [open, setOpen] = useOpened(onReleased !== undefined && mayRelease)
  const name = paymentName(payout)
  const acts = usePresses(payout, act, setOpen)
  const presses = PRESSES.map(({ what, duty, look, text, name: named }) =>
    may[what] && has(duty) ? (
      <SmallButton
        key={what}
        look={look}
        busy={busy === what}
        aria-label={named(name)}
        onClick={() => void acts[what]()}
      >
        {text}
      </SmallButton>
    ) : null,
  )
  const close = () => setOpen(undefined)
  const isReleasing = open === 'release' && mayRelease
  const release = async () => {
    if (!(await acts.release())) return
    close()
    onReleased?.()
  }
  return (
    <>
      <div className="admin-actions mt-3 flex flex-wrap gap-x-3 gap-y-2 empty:hidden">
        {presses.slice(0, -1)}
        <Openers payout={payout} hasKeys={onReleased !== undefined} onOpen={setOpen} />
        <SlipLink payout={payout} />
        {presses.at(-1)}
      </div>
      {!isReleasing && step}
      {open === 'short_fund' && (
        <ShortFundOnDemand
          payment={name}
          onCancelPayment={may.cancel && has('propose_payments') ? () => void acts.cancel().then(close) : undefined}
          onClose={close}
        />
      )}
      {isReleasing && (
        <ReleaseSheet
          payout={payout}
          applicant={applicant}
          busy={busy === 'release'}
          step={step}
          onRelease={() => void release()}
          onClose={close}
        />
      )}
      {open && open !== 'short_fund' && open !== 'release' && (
        <OpenDialog open={open} payout={payout} applicant={applicant} onDone={onChanged} onClose={close} />
      )}
    </>
  )
}

/** @param hasKey whether `a` opens the release, and a row of the list may have asked for it */
function useOpened(hasKey: boolean) {
  const { state }: { state: unknown } = useLocation()
  const isAsked = hasKey && isRecord(state) && state.release === true
  const opened = useState<Opened | undefined>(isAsked ? 'release' : undefined)
  useShortcuts(hasKey ? { a: () => opened[1]('release') } : {})
  return opened
}

function SlipLink({ payout }: Pick<PayoutProps, 'payout'>) {
  const { may: has } = useAdministration()
  const { id, state, slip } = payout
  if (state !== 'released' || slip === null || !has('handle_money')) return null
  return (
    <a
      href={`/admin/payouts/slips?id=${id}`}
      className={buttonClass('outline', 'button-small')}
      aria-label={words.slipOf(paymentName(payout))}
    >
      {words.slip}
    </a>
  )
}

interface OpenersProps {
  payout: Payout
  hasKeys: boolean
  onOpen: (what: Opened) => void
}

function Openers({ payout, hasKeys, onOpen }: OpenersProps) {
  const { may: has } = useAdministration()
  const offered = OPENS.filter(({ what, duty }) => payout.may[what] && has(duty))
  return offered.map(({ what, look, text, name }) => (
    <SmallButton
      key={what}
      look={look}
      aria-label={name(paymentName(payout))}
      onPointerEnter={() => prepare(what)}
      onFocus={() => prepare(what)}
      onClick={() => onOpen(what)}
    >
      {text} {what === 'release' && hasKeys && <kbd aria-hidden="true">a</kbd>}
    </SmallButton>
  ))
}

function OpenDialog({ open, ...dialog }: PaymentDialogProps & { open: Exclude<Opened, 'short_fund' | 'release'> }) {
  const { id, state } = dialog.payout
  if (open !== 'write_off') {
    const Dialog = DIALOGS[open]
    return <Dialog {...dialog} />
  }
  if (state !== 'sent' && state !== 'disputed') return null
  return (
    <ProposeDialog
      title={words.lossTitle}
      lead={words.lossLead}
      hint={words.lossHint}
      charactersMax={LOSS_CHARACTERS_MAX}
      send={(reason, bearer) =>
        call('POST /api/admin/payouts/:id/lost', {
          params: { id },
          body: { expected_state: state, reason },
          bearer,
        })
      }
      onDone={dialog.onDone}
      onClose={dialog.onClose}
    />
  )
}

/** The dialog of a short fund loads when a fund is short: hardly ever. */
const ShortFundOnDemand = onDemand(async () => (await import('./short-fund-dialog.tsx')).ShortFundDialog, {
  skeleton: <Skeleton className="block h-8 w-32" />,
})
