/** One payment: where it stands, who acted on it, its papers and its answers. */
import { useState } from 'react'
import { formatNaira } from '../../../../contract/platform/money.ts'
import { call, type CallReply } from '../../../api/client.ts'
import { dayInWords } from '../../../lib/days.ts'
import { formatDayAndTime } from '../../../lib/format-date.ts'
import { signDocument } from '../../../lib/open-document.ts'
import { Badge, type BadgeTone } from '../../../ui/badge.tsx'
import { awards, payoutStates, payments as words } from '#words/aid/admin-payouts.ts'
import { sandboxBank as bank, transferCodes as transfer, accountNumbers } from '#words/aid/admin-transfers.ts'
import { applicationToasts as toasts } from '#words/aid/application-toasts.ts'
import { useAdministration } from '../../desk/administration.ts'
import { ActButton } from '../../desk/parts/act-button.tsx'
import { Decision } from '../../desk/parts/decision.tsx'
import { nameOfPerson } from '../../desk/parts/people.ts'
import { PayeeLine } from './payee-line.tsx'
import { PayoutActions } from './payout-actions.tsx'
import { paymentName, type Payout, type PayoutProps } from './payout.ts'

const TONES = {
  proposed: 'waiting',
  released: 'waiting',
  sending: 'info',
  failed: 'bad',
  sent: 'info',
  confirmed: 'good',
  disputed: 'bad',
  returned: 'plain',
  lost: 'bad',
  cancelled: 'plain',
} as const satisfies Record<Payout['state'], BadgeTone>

export function OnePayout(props: PayoutProps) {
  const { payout, onChanged } = props
  const { state, returned, lost, unanswered, evidence, write_off: writeOff, held_until: heldUntil, id } = payout
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <strong className="wrap-anywhere">{paymentName(payout)}</strong>{' '}
        <Badge tone={TONES[state]}>{payoutStates[state]}</Badge>
        <HeldBadge until={heldUntil} />
        {unanswered && <Badge tone="waiting">{words.unanswered}</Badge>}
      </p>
      <Payee payout={payout} />
      <Steps payout={payout} />
      {returned > 0 && <p className="mt-1">{words.cameBack(formatNaira(returned))}</p>}
      {lost > 0 && <p className="mt-1">{words.isLost(formatNaira(lost))}</p>}
      {payout.too_few && <p className="mt-1 font-semibold">{awards.tooFew}</p>}
      <WhoReleases payout={payout} />
      <EvidenceLinks evidence={evidence} />
      {writeOff && (
        <Decision key={id} decision={writeOff} name={paymentName(payout)} className="mt-3" onChanged={onChanged} />
      )}
      <PayoutActions {...props} />
    </>
  )
}

/** Until when a complaint holds it. */
const HeldBadge = ({ until }: { until: string | null }) =>
  until !== null && <Badge tone="bad">{words.heldUntil(formatDayAndTime(until))}</Badge>

/** The account that receives a transfer, and what the provider says about it. */
function Payee({ payout }: { payout: Payout }) {
  const { payee, attempt } = payout
  const told = attempt?.review_reason ?? attempt?.refusal
  if (!payee) return <PayeeLine {...payout} />
  return (
    <>
      <PayeeLine {...payout} />
      <AccountNumber payout={payout} />
      {told && <p className="mt-1 wrap-anywhere">{words.providerSays(told)}</p>}
      {attempt && attempt.doubted_until !== null && (
        <p className="mt-1">{transfer.doubted(formatDayAndTime(attempt.doubted_until))}</p>
      )}
      {attempt?.provider_status === 'otp' && <p className="mt-1">{transfer.otp}</p>}
      {attempt && attempt.session_id !== null && (
        <p className="text-sm text-soft">{words.session(attempt.session_id)}</p>
      )}
      <SandboxBank payout={payout} />
    </>
  )
}

/** In the sandbox: where one sees what arrived, and makes it fail. The mode is in the document. */
function SandboxBank({ payout }: { payout: Payout }) {
  const { attempt } = payout
  if (document.documentElement.dataset['mode'] !== 'sandbox' || !attempt || attempt.provider_status === null)
    return null
  return (
    <p className="mt-1">
      <a
        href={`/sandbox/paystack/arrivals/${attempt.reference}`}
        className="link-target"
        aria-label={bank.openOf(paymentName(payout))}
      >
        {bank.open}
      </a>
    </p>
  )
}

/** Names who may release it, and from when, unless that is simply a second person. */
function WhoReleases({ payout: { state, signers, release_from: from, may } }: { payout: Payout }) {
  if (state !== 'proposed' || from === null || signers !== 1) return null
  return <p className="mt-1">{may.release ? words.mayReleaseAlone : words.releasesAloneFrom(formatDayAndTime(from))}</p>
}

/** Steps of the payment, oldest first. */
function Steps({ payout }: { payout: Payout }) {
  const { proposed_by: by, proposed_at: at, released_by: releasedBy, released_at: releasedAt } = payout
  const { sent_by: sentBy, sent_on: sentOn, holder, slip, confirmations } = payout
  const { countersigned_by: countersignedBy, countersigned_at: countersignedAt, signers } = payout
  const steps = [words.proposedBy(nameOfPerson(by), formatDayAndTime(at))]
  if (releasedBy && releasedAt !== null)
    steps.push(
      (signers === 1 ? words.releasedAloneBy : words.releasedBy)(
        nameOfPerson(releasedBy),
        formatDayAndTime(releasedAt),
      ),
    )
  if (countersignedBy && countersignedAt !== null)
    steps.push(words.countersignedBy(nameOfPerson(countersignedBy), formatDayAndTime(countersignedAt)))
  if (slip !== null) steps.push(words.slipNumber(slip))
  if (sentBy && sentOn !== null) steps.push(words.sentBy(nameOfPerson(sentBy), dayInWords(sentOn)))
  if (holder) steps.push(words.fromCashOf(nameOfPerson(holder)))
  for (const { answer, how, code_read_by: readers, created_at: when } of [...confirmations].reverse()) {
    const said = [words.confirmedHow[how], ...readers.map(nameOfPerson)].join(' ')
    steps.push(words.saidOn(words.answers[answer], said, formatDayAndTime(when)))
  }
  return (
    <ol className="mt-1 text-sm text-soft wrap-anywhere" aria-label={words.timeline}>
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  )
}

/** The receipts and signed slips of a hand-over. */
function EvidenceLinks({ evidence }: Pick<Payout, 'evidence'>) {
  return (
    <div className="admin-actions mt-3 flex flex-wrap gap-x-3 gap-y-2 empty:hidden">
      {evidence.map((paper) => (
        <ActButton
          key={paper.id}
          text={paper.name}
          look="quiet"
          className="wrap-anywhere"
          act={async (bearer) => window.location.assign(await signDocument(paper, bearer))}
          says={{ failed: toasts.notOpened }}
        />
      ))}
    </div>
  )
}

/** The account number of a payment that a person sends from our own bank: shown when asked for, because each look is audited. */
function AccountNumber({ payout }: { payout: Payout }) {
  const { bearer, may } = useAdministration()
  const [account, setAccount] = useState<CallReply<'GET /api/admin/payouts/:id/account'>>()
  const { id, kind, state, payee, amount } = payout
  if (
    kind !== 'manual_bank' ||
    state !== 'released' ||
    !payee ||
    payee.given_up ||
    payee.to_check ||
    !may('handle_money')
  )
    return null
  const show = async () => setAccount(await call('GET /api/admin/payouts/:id/account', { params: { id }, bearer }))
  return account === undefined ? (
    <ActButton
      text={accountNumbers.show}
      className="mt-2"
      aria-label={accountNumbers.showOf(paymentName(payout))}
      act={show}
      says={{ failed: accountNumbers.failed }}
    />
  ) : (
    <output className="mt-1 block">
      <span className="block font-semibold">{accountNumbers.number(account.account_number)}</span>
      <span className="block text-sm wrap-anywhere">
        {account.unexplained_lines.length === 0
          ? accountNumbers.lookFirst
          : accountNumbers.unexplained(formatNaira(amount), account.unexplained_lines.join('; '))}
      </span>
    </output>
  )
}
