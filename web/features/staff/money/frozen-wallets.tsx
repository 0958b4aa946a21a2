/** Frozen wallets: what each has lost, the possible proposals, and a proposal that waits for a second administrator. */
import { useState } from 'react'
import { formatNaira } from '../../../../contract/money.ts'
import { WALLET_DECISION_CHARACTERS_MAX, type WalletAction } from '../../../../contract/wallet-decision-fields.ts'
import type { FrozenWalletJson, WalletDecisionJson } from '../../../../contract/wallet-decisions.ts'
import { call } from '../../../api/client.ts'
import { formatDay, formatDayAndTime } from '../../../lib/format-date.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { proposals } from '#words/admin-reports.ts'
import { frozenWallets as words } from '#words/frozen-wallets.ts'
import { useAdministration } from '../administration.ts'
import { Fact, Facts } from '../parts/facts.tsx'
import { nameOfPerson } from '../parts/people.ts'
import { Proposal, usePropose } from '../parts/proposal.tsx'
import { ReasonForm } from '../parts/reason-form.tsx'

interface FrozenWalletsProps {
  wallets: readonly FrozenWalletJson[]
  onChanged: () => void
}

export function FrozenWallets({ wallets, onChanged }: FrozenWalletsProps) {
  return (
    <Card title={words.title}>
      <p className="mt-2 text-soft">{wallets.length === 0 ? words.none : words.hint}</p>
      <ul className="rows">
        {wallets.map((wallet) => (
          <FrozenWallet key={wallet.wallet_id} wallet={wallet} onChanged={onChanged} />
        ))}
      </ul>
    </Card>
  )
}

interface FrozenWalletProps {
  wallet: FrozenWalletJson
  onChanged: () => void
}

function FrozenWallet({ wallet, onChanged }: FrozenWalletProps) {
  const { wallet_id: id, owner, is_closed: isClosed, lost, covered, held, actions, proposal } = wallet
  const [proposing, setProposing] = useState<WalletAction>()
  const name = nameOfPerson(owner)
  return (
    <li className="py-4">
      <h3 className="font-semibold wrap-anywhere">{name}</h3>
      {owner.email !== '' && owner.email !== name && <p className="text-soft wrap-anywhere">{owner.email}</p>}
      <Facts>
        <Fact name={words.lost} value={formatNaira(lost)} missing="" />
        {covered > 0 && <Fact name={words.covered} value={formatNaira(covered)} missing="" />}
        <Fact name={words.held} value={formatNaira(held)} missing="" />
        <Fact name={words.since} value={formatDay(wallet.frozen_at)} missing="" />
        {isClosed && <Fact name={words.wallet} value={id} missing="" />}
      </Facts>
      {proposal ? (
        <WaitingDecision decision={proposal} name={name} onChanged={onChanged} />
      ) : (
        <div className="mt-4 flex flex-wrap gap-3">
          {actions.map((action) => (
            <Button
              key={action}
              look="outline"
              className="button-small"
              aria-label={words.actionOn[action](name)}
              onClick={() => setProposing(action)}
            >
              {words.actions[action]}
            </Button>
          ))}
        </div>
      )}
      {proposing && (
        <WalletDialog
          wallet={id}
          action={proposing}
          onClose={() => setProposing(undefined)}
          onProposed={() => {
            setProposing(undefined)
            onChanged()
          }}
        />
      )}
    </li>
  )
}

interface WalletDialogProps {
  wallet: string
  action: WalletAction
  onProposed: () => void
  onClose: () => void
}

function WalletDialog({ wallet, action, onProposed, onClose }: WalletDialogProps) {
  const { bearer } = useAdministration()
  const propose = usePropose(onProposed)
  return (
    <Dialog {...words.dialogs[action]} onClose={onClose}>
      <ReasonForm
        label={proposals.reason}
        hint={words.reasonHint}
        missing={proposals.reasonMissing}
        charactersMax={WALLET_DECISION_CHARACTERS_MAX}
        button={proposals.propose}
        busyText={proposals.proposing}
        onSend={(reason) =>
          propose(call('POST /api/admin/books/wallet-decisions', { body: { wallet, action, reason }, bearer }))
        }
        onClose={onClose}
      />
    </Dialog>
  )
}

interface WaitingDecisionProps {
  decision: WalletDecisionJson
  name: string
  onChanged: () => void
}

function WaitingDecision({ decision, name, onChanged }: WaitingDecisionProps) {
  const { bearer } = useAdministration()
  const { id, action, amount, proposed_by: by, proposed_at: at } = decision
  const naira = amount === null ? null : formatNaira(amount)
  return (
    <div className="mt-4">
      <Proposal
        reason={decision.reason}
        expiresAt={decision.expires_at}
        mayConfirm={decision.may_confirm}
        names={{ confirmation: words.confirmOn(name), withdrawal: words.withdrawOn(name) }}
        dialog={{ title: words.confirmTitle, lead: words.confirmLead[action] }}
        confirmed={{ done: words.confirmed, failed: words.notConfirmed }}
        send={(answer) => call(`POST /api/admin/books/wallet-decisions/:id/${answer}`, { params: { id }, bearer })}
        onChanged={onChanged}
      >
        <p className="font-semibold wrap-anywhere">
          {words.proposedBy(words.actions[action], naira, nameOfPerson(by), formatDayAndTime(at))}
        </p>
      </Proposal>
    </div>
  )
}
