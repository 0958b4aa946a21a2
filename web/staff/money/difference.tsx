/** A difference: what each side says, who looks into it, and how it is closed. */
import { useState, type ReactNode } from 'react'
import type { DifferenceJson } from '../../../contract/money/differences.ts'
import {
  BANK_DIFFERENCES,
  CLOSING_CHARACTERS_MAX,
  CLOSING_REASONS,
  type ClosingEnding,
} from '../../../contract/money/differences-fields.ts'
import { formatNaira } from '../../../contract/platform/money.ts'
import { call } from '../../api/client.ts'
import { formatDay } from '../../lib/format-date.ts'
import { SelectField } from '../../ui/select.tsx'
import { effectOf } from '#words/office/decisions.ts'
import { problems } from '#words/money/admin-reports.ts'
import { differences as words } from '#words/money/matching.ts'
import { useAdministration } from '../desk/administration.ts'
import { May } from '../desk/may.tsx'
import { Decision } from '../desk/parts/decision.tsx'
import { EndpointPart } from '../desk/parts/endpoint-part.tsx'
import { Fact, Facts } from '../desk/parts/facts.tsx'
import { FormDialog } from '../desk/parts/form-dialog.tsx'
import { Opener, type DialogEnd } from '../desk/parts/opener.tsx'
import { nameOfPerson } from '../desk/parts/people.ts'
import { ProposeDialog } from '../desk/parts/propose.tsx'
import { useStaffFundNames } from './fund-names.ts'
import { Problem } from './problems.tsx'

interface DifferenceProps {
  difference: DifferenceJson
  onChanged: () => void
}

interface ListedProps extends DifferenceProps {
  isOpen: boolean
  /** Name of it on the other side. */
  about?: string | null
  /** Buttons before the others. */
  actions?: ReactNode
  children?: ReactNode
}

export function Difference({ difference, isOpen, onChanged, about = null, actions, children }: ListedProps) {
  const nameOf = useStaffFundNames()
  const {
    kind,
    amount,
    due_at: due,
    occurred_at: at,
    age_days: days,
    assigned_to: assignee,
    proposal,
    may_act: mayAct,
  } = difference
  const subject = kind === 'short_fund' ? nameOf(difference.subject) : difference.subject
  const does = proposal ? effectOf(proposal.kind, proposal.choice).lead : words.closings[difference.closing ?? 'asked']
  return (
    <Problem
      what={subject}
      kind={words.kinds[kind]}
      amount={amount}
      since={at}
      owner={assignee ? nameOfPerson(assignee) : ''}
      todo={proposal ? problems.confirm : todoOf(difference)}
      isOpen={isOpen}
    >
      {about !== null && <p className="wrap-anywhere">{about}</p>}
      {(proposal?.choice ?? difference.closing) !== 'close' && <p>{does}</p>}
      {kind === 'transfer' && amount === 0 && <p>{words.isBack}</p>}
      <Facts>
        <Sides difference={difference} />
        <Fact name={words.amount} value={amount === null ? '' : formatNaira(amount)} missing={words.noAmount} />
        <Fact name={words.since} value={words.age(formatDay(at), days)} />
        {due !== null && <Fact name={words.due} value={formatDay(due)} />}
        <Fact name={words.assignee} value={assignee ? nameOfPerson(assignee) : ''} missing={words.noAssignee} />
      </Facts>
      {children}
      {proposal && <Decision decision={proposal} name={subject} onChanged={onChanged} className="mt-4" />}
      <May duty="handle_money">
        <div className="mt-4 flex flex-wrap gap-3">
          {actions}
          <Opener text={words.assign} when={mayAct} aria-label={words.assignOn(subject)}>
            {(close) => <AssignDialog difference={difference} onDone={onChanged} onClose={close} />}
          </Opener>
          <Opener
            text={words.close}
            when={mayAct && !proposal && difference.closing !== null}
            aria-label={words.closeOn(subject)}
          >
            {(close) => <CloseDialog difference={difference} lead={does} onDone={onChanged} onClose={close} />}
          </Opener>
        </div>
      </May>
    </Problem>
  )
}

function todoOf({ may_act: mayAct, due_at: due }: DifferenceJson): string {
  if (!mayAct) return problems.others
  return due === null ? words.todo : words.todoBy(formatDay(due))
}

interface CloseDialogProps extends DialogEnd {
  difference: DifferenceJson
  lead: string
}

/** Asks why no entry is right if closing books nothing. */
function CloseDialog({ difference: { id, closing }, lead, ...end }: CloseDialogProps) {
  const [ending, setEnding] = useState<ClosingEnding | undefined>(closing === 'close' ? undefined : 'booked')
  const [fault, setFault] = useState<string>()
  return (
    <ProposeDialog
      title={words.closeTitle}
      lead={lead}
      hint={words.reasonHint}
      charactersMax={CLOSING_CHARACTERS_MAX}
      check={() => {
        setFault(ending ? undefined : words.endingMissing)
        return ending !== undefined
      }}
      send={async (reason, bearer) =>
        ending &&
        call('POST /api/admin/books/differences/:id/closing', { params: { id }, body: { ending, reason }, bearer })
      }
      {...end}
    >
      {closing === 'close' && (
        <SelectField
          label={words.ending}
          error={fault}
          value={ending ?? ''}
          onChange={({ target }) => {
            setEnding(CLOSING_REASONS.find((each) => each === target.value))
            setFault(undefined)
          }}
          none={words.choose}
          options={CLOSING_REASONS.map((each) => [each, words.endings[each]])}
        />
      )}
    </ProposeDialog>
  )
}

const isOfBank = (kind: string) => BANK_DIFFERENCES.some((each) => each === kind)

/** The match compares two amounts, the books two statements. */
function Sides({ difference: { kind, ledger, provider, expected, found } }: Pick<DifferenceProps, 'difference'>) {
  if (ledger === null || provider === null)
    return (
      <>
        <Fact name={words.expected} value={expected ?? ''} />
        <Fact name={words.found} value={found ?? ''} />
      </>
    )
  return (
    <>
      <Fact name={words.ledger} value={formatNaira(ledger)} />
      <Fact name={isOfBank(kind) ? words.bank : words.provider} value={formatNaira(provider)} />
    </>
  )
}

/** Chooses the administrator who looks into a difference. */
function AssignDialog({ difference, ...end }: DialogEnd & { difference: DifferenceJson }) {
  const { id, assigned_to: owner } = difference
  const { user } = useAdministration()
  const [chosen, setChosen] = useState(owner?.user_id ?? user.id)
  const body = { assigned_to: chosen === '' ? null : chosen, expected_assignee: owner?.user_id ?? null }
  return (
    <FormDialog
      title={words.assignTitle}
      lead={words.assignLead}
      words={{ button: words.save, done: words.assigned, failed: words.notAssigned }}
      send={(_, bearer) => call('PATCH /api/admin/books/differences/:id', { params: { id }, body, bearer })}
      onRefused={() => {
        end.onClose()
        end.onDone()
      }}
      {...end}
    >
      <EndpointPart from="GET /api/admin/books/assignees" input={{}} failed={words.assigneesFailed}>
        {({ items }) => (
          <SelectField
            label={words.assignee}
            value={chosen}
            onChange={(event) => setChosen(event.target.value)}
            options={[
              ...items.map((person) => [person.user_id, nameOfPerson(person)] as const),
              ['', words.noAssignee],
            ]}
          />
        )}
      </EndpointPart>
    </FormDialog>
  )
}
