/** Differences of the books: who looks into one, and how it is closed. */
import { useState, type ReactNode } from 'react'
import type { ClosingJson, DifferenceJson } from '../../../../contract/differences.ts'
import { BANK_DIFFERENCES, CLOSING_CHARACTERS_MAX } from '../../../../contract/differences-fields.ts'
import { DONATION_TYPES } from '../../../../contract/funds.ts'
import { formatNaira } from '../../../../contract/money.ts'
import { call } from '../../../api/client.ts'
import { formatDay, formatDayAndTime } from '../../../lib/format-date.ts'
import { Button } from '../../../ui/button.tsx'
import { fundNames } from '#words/fund-names.ts'
import { differences as words } from '#words/matching.ts'
import { useAdministration } from '../administration.ts'
import { Fact, Facts } from '../parts/facts.tsx'
import { nameOfPerson } from '../parts/people.ts'
import { Proposal } from '../parts/proposal.tsx'
import { ProposeDialog } from '../parts/propose.tsx'
import { AssignDialog } from './assign-dialog.tsx'
import { May } from '../may.tsx'

interface DifferenceProps {
  difference: DifferenceJson
  onChanged: () => void
}

interface ListedProps extends DifferenceProps {
  /** What the other side calls it. */
  about?: string | null
  /** Buttons before the others. */
  actions?: ReactNode
}

/** A row of a list. */
export function Difference({ difference, onChanged, about = null, actions }: ListedProps) {
  const { bearer } = useAdministration()
  const { id, kind, amount, due_at: due, occurred_at: at, age_days: days, assigned_to: assignee, proposal } = difference
  const subject = kind === 'short_fund' ? nameOfFund(difference.subject) : difference.subject
  const does = words.closings[proposal?.choice ?? difference.closing]
  const [dialog, setDialog] = useState<'assign' | 'close'>()
  const onDone = () => {
    setDialog(undefined)
    onChanged()
  }
  return (
    <li className="py-4">
      <h3 className="font-semibold wrap-anywhere">{subject}</h3>
      <p className="text-soft">{words.kinds[kind]}</p>
      {about !== null && <p className="wrap-anywhere">{about}</p>}
      {difference.closing !== 'close' && <p>{does}</p>}
      {kind === 'transfer' && amount === 0 && <p>{words.isBack}</p>}
      <Facts>
        <Sides difference={difference} />
        <Fact name={words.amount} value={amount === null ? '' : formatNaira(amount)} missing={words.noAmount} />
        <Fact name={words.since} value={words.age(formatDay(at), days)} missing="" />
        {due !== null && <Fact name={words.due} value={formatDay(due)} missing="" />}
        <Fact name={words.assignee} value={assignee ? nameOfPerson(assignee) : ''} missing={words.noAssignee} />
      </Facts>
      {proposal && <WaitingClosing closing={proposal} subject={subject} onChanged={onChanged} />}
      <May duty="handle_money">
        <div className="mt-4 flex flex-wrap gap-3">
          {actions}
          <DialogButton name={words.assignOn(subject)} onOpen={() => setDialog('assign')}>
            {words.assign}
          </DialogButton>
          {!proposal && (
            <DialogButton name={words.closeOn(subject)} onOpen={() => setDialog('close')}>
              {words.close}
            </DialogButton>
          )}
        </div>
      </May>
      {dialog === 'close' && (
        <ProposeDialog
          title={words.closeTitle}
          lead={does}
          hint={words.reasonHint}
          charactersMax={CLOSING_CHARACTERS_MAX}
          send={(reason) =>
            call('POST /api/admin/books/differences/:id/closing', { params: { id }, body: { reason }, bearer })
          }
          onProposed={onDone}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'assign' && (
        <AssignDialog difference={difference} onClose={() => setDialog(undefined)} onChanged={onDone} />
      )}
    </li>
  )
}

function nameOfFund(code: string): string {
  const fund = DONATION_TYPES.find((type) => type === code)
  return fund ? fundNames[fund] : code
}

const isOfBank = (kind: string) => BANK_DIFFERENCES.some((each) => each === kind)

/** The match compares two amounts, the books two statements. */
function Sides({ difference: { kind, ledger, provider, expected, found } }: Pick<DifferenceProps, 'difference'>) {
  if (ledger === null || provider === null)
    return (
      <>
        <Fact name={words.expected} value={expected ?? ''} missing="" />
        <Fact name={words.found} value={found ?? ''} missing="" />
      </>
    )
  return (
    <>
      <Fact name={words.ledger} value={formatNaira(ledger)} missing="" />
      <Fact name={isOfBank(kind) ? words.bank : words.provider} value={formatNaira(provider)} missing="" />
    </>
  )
}

function DialogButton({ name, onOpen, children }: { name: string; onOpen: () => void; children: ReactNode }) {
  return (
    <Button look="outline" className="button-small" aria-label={name} onClick={onOpen}>
      {children}
    </Button>
  )
}

interface WaitingClosingProps {
  closing: ClosingJson
  subject: string
  onChanged: () => void
}

function WaitingClosing({ closing, subject, onChanged }: WaitingClosingProps) {
  const { bearer } = useAdministration()
  const { id, proposed_by: by, proposed_at: at } = closing
  return (
    <div className="mt-4">
      <Proposal
        reason={closing.reason}
        expiresAt={closing.expires_at}
        duty="handle_money"
        mayConfirm={closing.may_confirm}
        names={{ confirmation: words.confirmOn(subject), withdrawal: words.withdrawOn(subject) }}
        dialog={{ title: words.confirmTitle, lead: `${words.closings[closing.choice]} ${words.confirmLead}` }}
        confirmed={{ done: words.closed, failed: words.notClosed }}
        send={(answer) => call(`POST /api/admin/books/closings/:id/${answer}`, { params: { id }, bearer })}
        onChanged={onChanged}
      >
        <p className="font-semibold wrap-anywhere">{words.proposedBy(nameOfPerson(by), formatDayAndTime(at))}</p>
      </Proposal>
    </div>
  )
}
