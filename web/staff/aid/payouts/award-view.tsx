/** One award: its funds, who decided, what is left of it, and its payments. */
import { useState } from 'react'
import { formatNaira } from '../../../../contract/platform/money.ts'
import type { AwardJson } from '../../../../contract/aid/payout-shapes.ts'
import { call } from '../../../api/client.ts'
import { formatDayAndTime } from '../../../lib/format-date.ts'
import { Badge, type BadgeTone } from '../../../ui/badge.tsx'
import { SmallButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { awards as words, payments } from '#words/aid/admin-payouts.ts'
import { useAdministration } from '../../desk/administration.ts'
import { DialogButtons } from '../../desk/parts/dialog-buttons.tsx'
import { Fact, Facts } from '../../desk/parts/facts.tsx'
import { FormDialog } from '../../desk/parts/form-dialog.tsx'
import { Opener, type DialogEnd } from '../../desk/parts/opener.tsx'
import { nameOfPerson } from '../../desk/parts/people.ts'
import { useSendOnce } from '../../desk/parts/use-send-once.ts'
import { useStaffFundNames } from '../../money/fund-names.ts'
import { AmountField, nairaIn } from './fields.tsx'
import { OnePayout } from './one-payout.tsx'
import { Receiving } from './receiving.tsx'
import { usePayoutAct } from './use-payout-act.ts'
import { checkWay, EVERY_KIND, WAY_FIELDS, WayFields, wayOf, type Way } from './way-fields.tsx'

const TONES = { proposed: 'waiting', granted: 'good', closed: 'plain', cancelled: 'plain' } as const satisfies Record<
  AwardJson['state'],
  BadgeTone
>

interface AwardViewProps {
  award: AwardJson
  applicant: string
  onChanged: () => void
}

export function AwardView({ award, applicant, onChanged }: AwardViewProps) {
  const nameOf = useStaffFundNames()
  const { amount, state, funds, left, payouts } = award
  return (
    <div className="mt-4 border-t border-line pt-4">
      <p className="flex flex-wrap items-center gap-2">
        <strong className="text-lg">{formatNaira(amount)}</strong>{' '}
        <Badge tone={TONES[state]}>{words.states[state]}</Badge>
      </p>
      <People award={award} />
      <Facts>
        {funds.map(({ fund, amount: gives }) => (
          <Fact key={fund} name={words.fund(nameOf(fund))} value={formatNaira(gives)} />
        ))}
        {state === 'granted' && <Fact name={words.left} value={formatNaira(left)} />}
      </Facts>
      {state === 'granted' && left > 0 && <Receiving receiving={award.receiving} />}
      <AwardActions award={award} onChanged={onChanged} />
      {payouts.length > 0 && (
        <ul className="rows">
          {payouts.map((each) => (
            <li key={each.id} className="py-4">
              <OnePayout payout={each} applicant={applicant} onChanged={onChanged} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function People({ award }: { award: AwardJson }) {
  const { state, proposed_by: by, proposed_at: at, approvals, granted_by: grantedBy, granted_at: grantedAt } = award
  const needed = award.signers - 1 - approvals.length
  return (
    <div className="mt-1 text-sm text-soft wrap-anywhere">
      <p>{words.proposedBy(nameOfPerson(by), formatDayAndTime(at))}</p>
      {approvals.length > 0 && <p>{words.approvedBy(approvals.map(nameOfPerson).join(', '))}</p>}
      {grantedBy && grantedAt !== null && (
        <p>
          {(award.signers === 1 ? words.grantedAloneBy : words.grantedBy)(
            nameOfPerson(grantedBy),
            formatDayAndTime(grantedAt),
          )}
        </p>
      )}
      {state === 'proposed' && award.signers === 1 && <p>{words.grantsAlone}</p>}
      {state === 'proposed' && needed > 0 && <p>{words.needs(needed)}</p>}
      {award.too_few && <p className="font-semibold">{words.tooFew}</p>}
      {award.moved && <p className="font-semibold">{words.moved}</p>}
      {award.ended_at !== null && <p>{words.endedOn(formatDayAndTime(award.ended_at))}</p>}
    </div>
  )
}

/** Grants, cancels, and proposes the next payment. */
export function AwardActions({ award, onChanged }: Omit<AwardViewProps, 'applicant'>) {
  const { bearer, may: has } = useAdministration()
  const { busy, act, step } = usePayoutAct(onChanged)
  const { id, may, state, amount } = award
  const params = { id }
  const grant = () =>
    act(
      'grant',
      () => call('POST /api/admin/awards/:id/grant', { params, body: { expected_state: 'proposed' }, bearer }),
      { done: words.granted, failed: words.notGranted },
    )
  const cancel = async () => {
    if (state !== 'proposed' && state !== 'granted') return
    const body = { expected_state: state }
    const says = { done: words.cancelled, failed: words.notCancelled }
    await act('cancel', () => call('POST /api/admin/awards/:id/cancel', { params, body, bearer }), says)
  }
  return (
    <>
      <div className="admin-actions mt-3 flex flex-wrap gap-x-3 gap-y-2 empty:hidden">
        {may.grant && has('handle_money') && (
          <SmallButton
            look="primary"
            busy={busy === 'grant'}
            aria-label={words.grantOf(formatNaira(amount))}
            onClick={() => void grant()}
          >
            {words.grant}
          </SmallButton>
        )}
        <Opener text={payments.propose} when={may.disburse && has('propose_payments')}>
          {(close) => <DisburseDialog award={award} onClose={close} onDone={onChanged} />}
        </Opener>
        <Opener text={words.cancel} look="quiet" when={may.cancel && has('propose_payments')}>
          {(close) => (
            <Dialog title={words.cancelTitle} lead={words.cancelLead} {...(busy !== 'cancel' && { onClose: close })}>
              <DialogButtons
                text={words.cancel}
                look="danger"
                busy={busy === 'cancel'}
                onSend={() => void cancel().then(close)}
                back={words.back}
                onClose={close}
              />
            </Dialog>
          )}
        </Opener>
      </div>
      {step}
    </>
  )
}

/** Proposes a payment under a granted award: how it reaches the applicant, and how much. */
function DisburseDialog({ award, ...end }: DialogEnd & { award: AwardJson }) {
  const { id, left, receiving } = award
  const [kind, setKind] = useState<Exclude<Way, 'later'>>(receiving.way === 'cash' ? 'cash' : 'bank')
  const send = useSendOnce('POST /api/admin/awards/:id/payouts')
  return (
    <FormDialog
      title={payments.proposeTitle}
      lead={payments.proposeLead(formatNaira(left))}
      names={['amount', ...WAY_FIELDS]}
      check={(typed) => ({ amount: nairaIn(typed('amount')).fault, ...checkWay(kind, typed) })}
      words={{ button: words.send, done: payments.proposed, failed: payments.notProposed }}
      send={(typed) => {
        const body = { ...wayOf(kind, typed), amount: nairaIn(typed('amount')).naira ?? 0 }
        return send({ params: { id }, body })
      }}
      {...end}
    >
      {({ field }) => (
        <>
          <WayFields
            receiving={receiving}
            ways={EVERY_KIND}
            way={kind}
            onWay={(way) => way !== 'later' && setKind(way)}
            field={field}
          />
          <AmountField {...field('amount')} hint={payments.amountHint} defaultValue={left} />
        </>
      )}
    </FormDialog>
  )
}
