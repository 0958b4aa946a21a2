/** The funds: as they are, a change that waits for a second person, and the changes so far. */
import { useState } from 'react'
import { DONATION_TYPE_DEFAULT, FUND_REASON_CHARACTERS_MAX } from '../../../../contract/money/funds.ts'
import { formatNaira } from '../../../../contract/platform/money.ts'
import { call } from '../../../api/client.ts'
import { formatDay } from '../../../lib/format-date.ts'
import { Badge } from '../../../ui/badge.tsx'
import { SmallButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LoadedPart } from '../../../ui/loaded-part.tsx'
import { adminFunds as words } from '#words/money/admin-funds.ts'
import { drawsInWords, takesGifts } from '#words/money/fund-names.ts'
import { useAdministration } from '../../desk/administration.ts'
import { useEndpoint } from '../../desk/queries.ts'
import { ListSkeleton } from '../../desk/lists/list-skeleton.tsx'
import { May } from '../../desk/may.tsx'
import { Decision } from '../../desk/parts/decision.tsx'
import { Fact, Facts } from '../../desk/parts/facts.tsx'
import { nameOfPerson } from '../../desk/parts/people.ts'
import { ProposeDialog } from '../../desk/parts/propose.tsx'
import { useFailureToast } from '../../desk/parts/use-failure-toast.ts'
import { FundMoves } from './fund-moves.tsx'
import { FundDialog, type FundView, type FundsView } from './fund-dialog.tsx'

/** The act that is being proposed. `new` has no fund. */
type Act = { readonly is: 'new' } | { readonly is: 'change' | 'gifts'; readonly fund: FundView }

export function FundsPage() {
  const [act, setAct] = useState<Act>()
  const loaded = useEndpoint('GET /api/admin/funds', {}, { onProblem: useFailureToast(words.failed) })
  const close = () => setAct(undefined)
  const done = () => {
    close()
    loaded.reload()
  }
  return (
    <div className="stack mt-4 max-w-3xl gap-4">
      <p className="text-soft">{words.lead}</p>
      <LoadedPart loaded={loaded} failed={words.failed} skeleton={<ListSkeleton />}>
        {(view) => (
          <>
            {view.proposal ? (
              <Waiting proposal={view.proposal} onChanged={loaded.reload} />
            ) : (
              <May duty="handle_money">
                <p>
                  <SmallButton onClick={() => setAct({ is: 'new' })}>{words.new}</SmallButton>
                </p>
              </May>
            )}
            {view.funds.map((fund) => (
              <FundCard
                key={fund.key}
                fund={fund}
                hasMoved={view.moved.includes(fund.key)}
                onAct={view.proposal ? undefined : setAct}
              />
            ))}
            <FundMoves key={view.funds.map(({ open }) => open).join()} funds={view.funds} />
            <Changes changes={view.changes} />
            {act && act.is !== 'gifts' && (
              <FundDialog
                fund={act.is === 'new' ? undefined : act.fund}
                place={Math.max(...view.funds.map(({ place }) => place)) + 1}
                onProposed={done}
                onClose={close}
              />
            )}
            {act?.is === 'gifts' && <GiftsDialog fund={act.fund} onProposed={done} onClose={close} />}
          </>
        )}
      </LoadedPart>
    </div>
  )
}

interface FundCardProps {
  fund: FundView
  /** What was left of it went to another one, so it stays closed. */
  hasMoved: boolean
  /** None while another change waits. */
  onAct: ((act: Act) => void) | undefined
}

function FundCard({ fund, hasMoved, onAct }: FundCardProps) {
  return (
    <Card title={fund.title}>
      <p className="mt-2 flex flex-wrap items-center gap-3">
        <Icon name={fund.icon} />
        <Badge tone={fund.open ? 'good' : 'plain'}>{fund.open ? words.open : takesGifts(false)}</Badge>
      </p>
      <FundFacts fund={fund} />
      {onAct && (
        <May duty="handle_money">
          <p className="mt-4 flex flex-wrap gap-3">
            <SmallButton aria-label={words.editNamed(fund.title)} onClick={() => onAct({ is: 'change', fund })}>
              {words.edit}
            </SmallButton>
            {fund.key !== DONATION_TYPE_DEFAULT && !hasMoved && (
              <SmallButton
                aria-label={fund.open ? words.closeNamed(fund.title) : words.reopenNamed(fund.title)}
                onClick={() => onAct({ is: 'gifts', fund })}
              >
                {fund.open ? words.close : words.reopen}
              </SmallButton>
            )}
          </p>
        </May>
      )}
    </Card>
  )
}

function FundFacts({ fund }: { fund: FundView }) {
  const { key, purpose, place, kinds, for_critical: critical, pays_for: lines } = fund
  const inWords = lines.map(({ from, pays }) => words.pays(formatNaira(from).replace(/\.00$/, ''), pays))
  return (
    <Facts>
      <Fact name={words.names.purpose} value={purpose} missing="" />
      <Fact name={words.draws} value={drawsInWords([...kinds, ...(critical ? ['critical'] : [])])} missing="" />
      <Fact name={words.paysFor} value={inWords.join('; ')} missing={words.paysNone} />
      <Fact name={words.names.place} value={String(place)} missing="" />
      <Fact name={words.names.key} value={key} missing="" />
    </Facts>
  )
}

function Waiting({ proposal, onChanged }: { proposal: NonNullable<FundsView['proposal']>; onChanged: () => void }) {
  const { fund } = proposal
  return (
    <Card title={words.waitsTitle}>
      <p className="mt-1 text-soft">{words.waits}</p>
      <div className="mt-4">
        <Decision decision={proposal} name={fund.title} onChanged={onChanged}>
          <p className="mt-2">{takesGifts(fund.open)}</p>
          <FundFacts fund={fund} />
        </Decision>
      </div>
    </Card>
  )
}

interface GiftsDialogProps {
  fund: FundView
  onProposed: () => void
  onClose: () => void
}

/** Proposes that a fund takes no more gifts, or takes them again. */
function GiftsDialog({ fund, onProposed, onClose }: GiftsDialogProps) {
  const { bearer } = useAdministration()
  return (
    <ProposeDialog
      title={fund.open ? words.closeNamed(fund.title) : words.reopenNamed(fund.title)}
      lead={fund.open ? words.closeLead : words.reopenLead}
      hint={words.hints.reason}
      charactersMax={FUND_REASON_CHARACTERS_MAX}
      send={(reason) =>
        call('POST /api/admin/funds', { body: { ...fund, open: !fund.open, new: false, reason }, bearer })
      }
      onProposed={onProposed}
      onClose={onClose}
    />
  )
}

function Changes({ changes }: Pick<FundsView, 'changes'>) {
  if (changes.length === 0) return null
  return (
    <details>
      <summary>{words.changes}</summary>
      <ul className="rows">
        {changes.map(({ id, fund, since, reason, proposed_by: by, confirmed_by: confirmedBy }) => (
          <li key={id}>
            <p className="font-semibold wrap-anywhere">
              {words.changed(fund.title, formatDay(since), nameOfPerson(by), nameOfPerson(confirmedBy))}
            </p>
            <p>{takesGifts(fund.open)}</p>
            <FundFacts fund={fund} />
            <blockquote className="request-text">{reason}</blockquote>
          </li>
        ))}
      </ul>
    </details>
  )
}
