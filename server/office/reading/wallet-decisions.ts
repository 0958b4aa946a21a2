/**
 * Decisions about frozen wallets: one administrator proposes that a loss is settled or the wallet thawed, a second one confirms
 * (server/record/two-person), and only then it is booked.
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { WALLET_ACTIONS, type WalletAction } from '../../../contract/money/wallet-decision-fields.ts'
import type { Administering } from '../../record/audit/audit.ts'
import { personIn, readPeople, type Person } from '../../people/sign-in/people.ts'
import type { Core } from '../../platform/core.ts'
import { rows, type Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import {
  confirmProposal,
  getOpenProposal,
  listOpenProposals,
  propose,
  withdrawProposal,
  type Proposal,
  type ProposalKind,
} from '../../record/two-person/proposals.ts'
import { readFrozenWallets } from '../../proof/books/wallet-books.ts'
import {
  lockLoss,
  recordProposedSettlement,
  refusalToDecide,
  settleLoss,
  thawWallet,
} from '../../money/wallet/losses.ts'

const WALLET_DECISIONS: ProposalKind<WalletAction> = {
  name: 'wallet_decision',
  choices: WALLET_ACTIONS,
  duties: { propose: 'handle_money', confirm: 'handle_money' },
  audited: {
    subject: 'wallet',
    proposed: 'wallet.decision_proposed',
    confirmed: 'wallet.decided',
    withdrawn: 'wallet.decision_withdrawn',
  },
}
type WalletDecision = Proposal<WalletAction>

/** More than people read at once. The overview has the total. */
const SHOWN_MAX = 200

/** The frozen wallets with their owners, the longest frozen first, as this administrator sees them. */
export async function readFrozen({ db, clock }: Core, userId: string) {
  const frozen = (await readFrozenWallets(db)).slice(0, SHOWN_MAX)
  if (frozen.length === 0) return []
  const ids = frozen.map(({ id }) => id)
  const proposals = await listOpenProposals(db, WALLET_DECISIONS, clock.now(), ids)
  const people = await readPeople(db, [
    ...frozen.map(({ user_id: owner }) => owner),
    ...proposals.map(({ proposedBy }) => proposedBy),
  ])
  const amounts = await readAmounts(db, proposals)
  return frozen.map((wallet) => {
    const { id, user_id: owner, is_closed, frozen_at, lost, covered, held } = wallet
    const proposal = proposals.find(({ subjectId }) => subjectId === id)
    return {
      wallet_id: id,
      owner: personIn(people, owner),
      is_closed,
      frozen_at,
      lost,
      covered,
      held,
      actions: WALLET_ACTIONS.filter((action) => refusalToDecide({ frozenAt: frozen_at }, lost, action) === null),
      proposal: proposal ? asDecision(proposal, amounts, people, userId) : null,
    }
  })
}

/**
 * Proposes a decision. A wallet has one open proposal at a time.
 * @throws AppError `not_found`, `wallet_decision_refused`, `already_proposed`
 */
export async function proposeWalletDecision(
  { db, clock }: Core,
  by: Administering,
  { wallet: walletId, action, reason }: { wallet: string; action: WalletAction; reason: string },
) {
  const decision = await db.transaction(async (tx) => {
    const { wallet, lost } = await lockLoss(tx, walletId)
    requirePossible(refusalToDecide(wallet, lost, action))
    const about = { subjectId: walletId, after: { decision: action } }
    const proposed = { subjectId: walletId, choice: action, reason }
    const decision = await propose(tx, WALLET_DECISIONS, by, proposed, about, clock.now())
    if (action !== 'thaw') {
      await recordProposedSettlement(tx, { proposalId: decision.id, walletId, choice: action, amount: lost })
    }
    return decision
  })
  return describe(db, decision, by.userId)
}

/**
 * Confirms a proposal of another administrator and books it, once even when several confirm at the same time.
 * @throws AppError `not_found`, `second_administrator_needed`, `proposal_lapsed`, `wallet_decision_refused`
 */
export async function confirmWalletDecision({ db, clock, log }: Core, by: Administering, id: string) {
  const now = clock.now()
  const decision = await db.transaction(async (tx) => {
    const { subjectId, choice } = await getOpenProposal(tx, WALLET_DECISIONS, id)
    const { wallet, lost } = await lockLoss(tx, subjectId)
    const about = { subjectId, before: { state: wallet.frozenAt ? 'frozen' : 'usable' }, after: { decision: choice } }
    const confirmed = await confirmProposal(tx, WALLET_DECISIONS, by, id, about, now)
    requirePossible(refusalToDecide(wallet, lost, choice))
    await (choice === 'thaw' ? thawWallet(tx, subjectId) : settleLoss(tx, id, lost, now))
    return confirmed
  })
  log.warn({ wallet: decision.subjectId, action: decision.choice }, 'a frozen wallet was decided about')
  return describe(db, decision, by.userId)
}

/** Withdraws an open proposal. Any administrator may. @throws AppError `not_found` */
export async function withdrawWalletDecision({ db, clock }: Core, by: Administering, id: string) {
  const decision = await db.transaction(async (tx) => {
    const { subjectId, choice } = await getOpenProposal(tx, WALLET_DECISIONS, id)
    const about = { subjectId, before: { decision: choice } }
    return withdrawProposal(tx, WALLET_DECISIONS, by, id, about, clock.now())
  })
  return describe(db, decision, by.userId)
}

function requirePossible(refusal: string | null): void {
  if (refusal !== null) throw new AppError('wallet_decision_refused', { detail: refusal })
}

type Amounts = ReadonlyMap<string, bigint>

/** What each proposal is to settle, in kobo. */
async function readAmounts(db: Db, proposals: readonly WalletDecision[]): Promise<Amounts> {
  const ids = proposals.map(({ id }) => id)
  const found = await rows(
    db,
    sql`select proposal_id::text, amount::text from loss_settlements
         where proposal_id = any(${sql.param(ids)}::uuid[])`,
    z.object({ proposal_id: z.string(), amount: z.coerce.bigint() }),
  )
  return new Map(found.map((row) => [row.proposal_id, row.amount]))
}

async function describe(db: Db, decision: WalletDecision, userId: string) {
  const people = await readPeople(db, [decision.proposedBy])
  return asDecision(decision, await readAmounts(db, [decision]), people, userId)
}

function asDecision(decision: WalletDecision, amounts: Amounts, people: ReadonlyMap<string, Person>, userId: string) {
  return {
    id: decision.id,
    wallet_id: decision.subjectId,
    action: decision.choice,
    amount: amounts.get(decision.id) ?? null,
    reason: decision.reason,
    state: decision.state,
    proposed_by: personIn(people, decision.proposedBy),
    proposed_at: decision.proposedAt,
    expires_at: decision.expiresAt,
    may_confirm: decision.state === 'proposed' && decision.proposedBy !== userId,
  }
}
