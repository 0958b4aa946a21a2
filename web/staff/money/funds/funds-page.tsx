/** The funds: as they are, a change that waits for a second person, and the changes so far. */
import { useState } from 'react'
import { FUND_REASON_CHARACTERS_MAX } from '../../../../contract/money/fund-limits.ts'
import { DONATION_TYPE_DEFAULT } from '../../../../contract/money/funds.ts'
import { formatNaira } from '../../../../contract/platform/money.ts'
import { call } from '../../../api/client.ts'
import { formatDay } from '../../../lib/format-date.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { site } from '../../../words/site.ts'
import { adminFunds as words } from '#words/money/admin-funds.ts'
import { drawsInWords, takesGifts } from '#words/money/fund-names.ts'
import { May } from '../../desk/may.tsx'
import { Decision } from '../../desk/parts/decision.tsx'
import { EndpointPart } from '../../desk/parts/endpoint-part.tsx'
import { Fact, Facts } from '../../desk/parts/facts.tsx'
import { Opener, type DialogEnd } from '../../desk/parts/opener.tsx'
import { nameOfPerson } from '../../desk/parts/people.ts'
import { ProposeDialog } from '../../desk/parts/propose.tsx'
import { FundMoves } from './fund-moves.tsx'
import { FundDialog, type FundView, type FundsView } from './fund-dialog.tsx'

export function FundsPage() {
  return (
    <div className="stack mt-4 max-w-3xl gap-4">
      <p className="text-soft">{words.lead}</p>
      <EndpointPart from="GET /api/admin/funds" input={{}} failed={words.failed}>
        {({ funds, proposal, moved, changes }, reload) => (
          <>
            {proposal && <Waiting proposal={proposal} onChanged={reload} />}
            <May duty="handle_money">
              <div className="empty:hidden">
                <Opener text={words.new} when={!proposal}>
                  {(close) => (
                    <FundDialog
                      fund={undefined}
                      place={Math.max(...funds.map(({ place }) => place)) + 1}
                      onDone={reload}
                      onClose={close}
                    />
                  )}
                </Opener>
              </div>
            </May>
            {funds.map((fund) => (
              <Card key={fund.key} title={fund.title}>
                <p className="mt-2 flex flex-wrap items-center gap-3">
                  <Icon name={fund.icon} />
                  <Badge tone={fund.open ? 'good' : 'plain'}>{fund.open ? words.open : takesGifts(false)}</Badge>
                </p>
                <FundFacts fund={fund} />
                <FundActs
                  fund={fund}
                  isWaiting={proposal !== null}
                  hasMoved={moved.includes(fund.key)}
                  onDone={reload}
                />
              </Card>
            ))}
            <FundMoves key={funds.map(({ open }) => open).join()} funds={funds} />
            <Changes changes={changes} />
          </>
        )}
      </EndpointPart>
    </div>
  )
}

interface FundActsProps {
  fund: FundView
  /** Another proposal waits. */
  isWaiting: boolean
  /** True: its rest went to another fund, so it stays closed. */
  hasMoved: boolean
  onDone: () => void
}

/** Proposes a change; or that the fund takes no more gifts, or takes them again. */
function FundActs({ fund, isWaiting, hasMoved, onDone }: FundActsProps) {
  const { key, title, place, open } = fund
  const giftsNamed = open ? words.closeNamed(title) : words.reopenNamed(title)
  return (
    <May duty="handle_money">
      <div className="mt-4 flex flex-wrap gap-3 empty:hidden">
        <Opener text={words.edit} when={!isWaiting} aria-label={words.editNamed(title)}>
          {(close) => <FundDialog fund={fund} place={place} onDone={onDone} onClose={close} />}
        </Opener>
        <Opener
          text={open ? words.close : words.reopen}
          when={!isWaiting && key !== DONATION_TYPE_DEFAULT && !hasMoved}
          aria-label={giftsNamed}
        >
          {(close) => <GiftsDialog fund={fund} onDone={onDone} onClose={close} />}
        </Opener>
      </div>
    </May>
  )
}

/** Proposes the opposite of what the fund did when the dialog opened, whatever was confirmed meanwhile. */
function GiftsDialog({ fund, ...end }: DialogEnd & { fund: FundView }) {
  const [seen] = useState(fund)
  const { title, open } = seen
  return (
    <ProposeDialog
      title={open ? words.closeNamed(title) : words.reopenNamed(title)}
      lead={open ? words.closeLead : words.reopenLead}
      hint={words.hints.reason}
      charactersMax={FUND_REASON_CHARACTERS_MAX}
      send={(reason, bearer) =>
        call('POST /api/admin/funds', { body: { ...seen, open: !open, new: false, reason }, bearer })
      }
      {...end}
    />
  )
}

function FundFacts({ fund }: { fund: FundView }) {
  const { key, purpose, place, kinds, for_critical: critical, pays_for: lines } = fund
  const own = site.aid.own_kinds.filter((kind) => kind.fund === key).map((kind) => kind.key)
  const drawing = [...new Set([...own, ...kinds])]
  const inWords = lines.map(({ from, pays }) => words.pays(formatNaira(from).replace(/\.00$/, ''), pays))
  return (
    <Facts>
      <Fact name={words.names.purpose} value={purpose} />
      <Fact name={words.draws} value={drawsInWords([...drawing, ...(critical ? ['critical'] : [])])} />
      <Fact name={words.paysFor} value={inWords.join('; ')} missing={words.paysNone} />
      <Fact name={words.names.place} value={String(place)} />
      <Fact name={words.names.key} value={key} />
    </Facts>
  )
}

function Waiting({ proposal, onChanged }: { proposal: NonNullable<FundsView['proposal']>; onChanged: () => void }) {
  const { fund } = proposal
  return (
    <Card title={words.waitsTitle}>
      <p className="mt-1 text-soft">{words.waits}</p>
      <Decision decision={proposal} name={fund.title} onChanged={onChanged} className="mt-4">
        <p className="mt-2">{takesGifts(fund.open)}</p>
        <FundFacts fund={fund} />
      </Decision>
    </Card>
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
