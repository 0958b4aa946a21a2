/** The match with the payment provider: its last result, what is on one side only, and how a difference is closed. */
import { useState } from 'react'
import type { ClosingJson, DifferenceJson } from '../../../../contract/matching.ts'
import { CLOSING_CHARACTERS_MAX } from '../../../../contract/matching-fields.ts'
import { formatNaira } from '../../../../contract/money.ts'
import { call, type CallReply } from '../../../api/client.ts'
import { failWithToast } from '../../../lib/fail-with-toast.ts'
import { formatDay, formatDayAndTime } from '../../../lib/format-date.ts'
import { showToast } from '../../../lib/toast-store.ts'
import { useLoaded } from '../../../lib/use-loaded.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { LoadedPart } from '../../../ui/loaded-part.tsx'
import { proposals } from '#words/admin-reports.ts'
import { matching as words } from '#words/matching.ts'
import { useAdministration } from '../administration.ts'
import { ListSkeleton } from '../lists/list-skeleton.tsx'
import { Fact, Facts } from '../parts/facts.tsx'
import { nameOfPerson } from '../parts/people.ts'
import { Proposal, usePropose } from '../parts/proposal.tsx'
import { ReasonForm } from '../parts/reason-form.tsx'
import { useFailureToast } from '../parts/use-failure-toast.ts'

type Match = CallReply<'GET /api/admin/books/match'>

/** While a match is waiting or running. */
const LOAD_AGAIN = 3000
const isUnderWay = ({ state }: Match) => state === 'requested' || state === 'running'

export function MatchCard() {
  const { bearer } = useAdministration()
  const loaded = useLoaded((signal) => call('GET /api/admin/books/match', { bearer, signal }), {
    onProblem: useFailureToast(words.notLoaded),
    repeatAfter: (match) => (isUnderWay(match) ? LOAD_AGAIN : undefined),
  })
  return (
    <LoadedPart loaded={loaded} failed={words.notLoaded} skeleton={<ListSkeleton />}>
      {(match) => <Shown match={match} onChanged={loaded.reload} />}
    </LoadedPart>
  )
}

function Shown({ match, onChanged }: { match: Match; onChanged: () => void }) {
  const { complete, differences, state } = match
  return (
    <Card title={words.title}>
      <p className="mt-2 text-soft">{words.hint}</p>
      {complete === null ? (
        <p className="mt-3">{words.never}</p>
      ) : (
        <div className="mt-3">
          <p className="font-semibold">{words.last(formatDayAndTime(complete.finished_at))}</p>
          <p>{words.counts(complete.payments, complete.settlements)}</p>
          <p>{words.held(complete.held, complete.provider_balance)}</p>
        </div>
      )}
      {state === 'failed' && <p className="mt-3">{words.lastFailed}</p>}
      <RunButton isRunning={isUnderWay(match)} onChanged={onChanged} />
      {complete !== null && <p className="mt-4">{differences.length === 0 ? words.even : words.open}</p>}
      <ul className="rows">
        {differences.map((difference) => (
          <Difference key={difference.id} difference={difference} onChanged={onChanged} />
        ))}
      </ul>
    </Card>
  )
}

function RunButton({ isRunning, onChanged }: { isRunning: boolean; onChanged: () => void }) {
  const { bearer, onRefusal } = useAdministration()
  const run = async () => {
    try {
      await call('POST /api/admin/books/matches', { bearer })
      showToast({ kind: 'plain', title: words.started })
    } catch (problem) {
      if (!onRefusal(problem)) failWithToast(words.notStarted, problem)
    } finally {
      onChanged()
    }
  }
  return (
    <div className="mt-4">
      <Button look="outline" className="button-small" busy={isRunning} onClick={() => void run()}>
        {isRunning ? words.running : words.run}
      </Button>
    </div>
  )
}

interface DifferenceProps {
  difference: DifferenceJson
  onChanged: () => void
}

function Difference({ difference, onChanged }: DifferenceProps) {
  const { kind, subject, ledger, provider, occurred_at: at, age_days: days, proposal } = difference
  const [isClosing, setIsClosing] = useState(false)
  return (
    <li className="py-4">
      <h3 className="font-semibold wrap-anywhere">{subject}</h3>
      <p className="text-soft">{words.kinds[kind]}</p>
      <Facts>
        <Fact name={words.ledger} value={formatNaira(ledger)} missing="" />
        <Fact name={words.provider} value={formatNaira(provider)} missing="" />
        <Fact name={words.difference} value={formatNaira(ledger - provider)} missing="" />
        <Fact name={words.since} value={words.age(formatDay(at), days)} missing="" />
      </Facts>
      {proposal ? (
        <WaitingClosing closing={proposal} subject={subject} onChanged={onChanged} />
      ) : (
        <Button
          look="outline"
          className="button-small mt-4"
          aria-label={words.closeOn(subject)}
          onClick={() => setIsClosing(true)}
        >
          {words.close}
        </Button>
      )}
      {isClosing && (
        <ClosingDialog
          difference={difference}
          onClose={() => setIsClosing(false)}
          onChanged={() => {
            setIsClosing(false)
            onChanged()
          }}
        />
      )}
    </li>
  )
}

function ClosingDialog({ difference: { id }, onChanged, onClose }: DifferenceProps & { onClose: () => void }) {
  const { bearer } = useAdministration()
  const propose = usePropose(onChanged)
  return (
    <Dialog title={words.closeTitle} lead={words.closeLead} onClose={onClose}>
      <ReasonForm
        label={proposals.reason}
        hint={words.reasonHint}
        missing={proposals.reasonMissing}
        charactersMax={CLOSING_CHARACTERS_MAX}
        button={proposals.propose}
        busyText={proposals.proposing}
        onSend={(reason) =>
          propose(call('POST /api/admin/books/differences/:id/closing', { params: { id }, body: { reason }, bearer }))
        }
        onClose={onClose}
      />
    </Dialog>
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
        mayConfirm={closing.may_confirm}
        names={{ confirmation: words.confirmOn(subject), withdrawal: words.withdrawOn(subject) }}
        dialog={{ title: words.confirmTitle, lead: words.confirmLead }}
        confirmed={{ done: words.closed, failed: words.notClosed }}
        send={(answer) => call(`POST /api/admin/books/closings/:id/${answer}`, { params: { id }, bearer })}
        onChanged={onChanged}
      >
        <p className="font-semibold wrap-anywhere">{words.proposedBy(nameOfPerson(by), formatDayAndTime(at))}</p>
      </Proposal>
    </div>
  )
}
