/** A frozen wallet: what it has lost, the possible proposals, and a proposal that waits for a second administrator. */
import { formatNaira } from '../../../contract/platform/money.ts'
import { WALLET_DECISION_CHARACTERS_MAX } from '../../../contract/money/wallet-decision-fields.ts'
import type { FrozenWalletJson } from '../../../contract/money/wallet-decisions.ts'
import { call } from '../../api/client.ts'
import { formatDay } from '../../lib/format-date.ts'
import { problems } from '#words/money/admin-reports.ts'
import { frozenWallets as words } from '#words/money/frozen-wallets.ts'
import { Decision } from '../desk/parts/decision.tsx'
import { Fact, Facts } from '../desk/parts/facts.tsx'
import { nameOfPerson } from '../desk/parts/people.ts'
import { Decisions } from '../desk/parts/propose.tsx'
import { May } from '../desk/may.tsx'
import { Problem } from './problem.tsx'

interface FrozenWalletProps {
  wallet: FrozenWalletJson
  isOpen: boolean
  onChanged: () => void
}

export function FrozenWallet({ wallet, isOpen, onChanged }: FrozenWalletProps) {
  const { wallet_id: id, owner, is_closed: isClosed, lost, covered, held, actions, proposal } = wallet
  const name = nameOfPerson(owner)
  return (
    <Problem
      what={name}
      kind={words.kind}
      amount={lost}
      since={wallet.frozen_at}
      owner={proposal ? nameOfPerson(proposal.proposed_by) : problems.finance}
      todo={proposal ? problems.confirm : words.todo}
      isOpen={isOpen}
    >
      <p className="text-soft">{words.hint}</p>
      {owner.email !== '' && owner.email !== name && <p className="text-soft wrap-anywhere">{owner.email}</p>}
      <Facts>
        <Fact name={words.lost} value={formatNaira(lost)} />
        {covered > 0 && <Fact name={words.covered} value={formatNaira(covered)} />}
        <Fact name={words.held} value={formatNaira(held)} />
        <Fact name={words.since} value={formatDay(wallet.frozen_at)} />
        {isClosed && <Fact name={words.wallet} value={id} />}
      </Facts>
      {proposal ? (
        <Decision decision={proposal} name={name} onChanged={onChanged} className="mt-4">
          {proposal.amount !== null && <p>{formatNaira(proposal.amount)}</p>}
        </Decision>
      ) : (
        <May duty="handle_money">
          <Decisions
            actions={actions}
            name={name}
            texts={words}
            hint={words.reasonHint}
            charactersMax={WALLET_DECISION_CHARACTERS_MAX}
            send={(action, reason, bearer) =>
              call('POST /api/admin/books/wallet-decisions', { body: { wallet: id, action, reason }, bearer })
            }
            onDone={onChanged}
          />
        </May>
      )}
    </Problem>
  )
}
