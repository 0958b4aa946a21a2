/**
 * Decisions about frozen wallets: one administrator proposes that a loss is settled or the wallet thawed, a second one confirms
 * (server/record/two-person), and only then it is booked.
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { WALLET_ACTIONS, type WalletAction } from '../../../contract/money/wallet-decision-fields.ts'
import type { Administering } from '../../record/audit/audit.ts'
import { joinPerson, PERSON_EMAIL, PERSON_NAME, personIn, readPeople } from '../../people/sign-in/people.ts'
import type { Core } from '../../platform/core.ts'
import { rows, type Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { decisionKind } from '../../record/two-person/decisions.ts'
import { listOpenProposals, propose, type Proposal, type ProposalKind } from '../../record/two-person/proposals.ts'
import { viewProposal } from '../../people/decisions/views.ts'
import { findOwnWallets, isOwnWallet, requireOthersWallet } from './own-wallets.ts'
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
  audited: {
    subject: 'wallet',
    proposed: 'wallet.decision_proposed',
    confirmed: 'wallet.decided',
    withdrawn: 'wallet.decision_withdrawn',
  },
}

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
  const own = await findOwnWallets(db, userId, ids)
  return frozen.map((wallet) => {
    const { id, user_id: owner, is_closed, frozen_at, lost, covered, held } = wallet
    const proposal = proposals.find(({ subjectId }) => subjectId === id)
    const amount = proposal ? (amounts.get(proposal.id) ?? null) : null
    return {
      wallet_id: id,
      owner: personIn(people, owner),
      is_closed,
      frozen_at,
      lost,
      covered,
      held,
      actions: own.has(id)
        ? []
        : WALLET_ACTIONS.filter((action) => refusalToDecide({ frozenAt: frozen_at }, lost, action) === null),
      proposal: proposal
        ? {
            ...viewProposal(proposal, people, userId, { isTied: own.has(id), isOver: (amount ?? 0n) !== lost }),
            amount,
          }
        : null,
    }
  })
}

/** Proposes a decision. A wallet has one open proposal at a time. */
export async function proposeWalletDecision(
  { db, clock }: Core,
  by: Administering,
  { wallet: walletId, action, reason }: { wallet: string; action: WalletAction; reason: string },
) {
  const decision = await db.transaction(async (tx) => {
    const { wallet, lost } = await lockLoss(tx, walletId)
    await requireOthersWallet(tx, by.userId, walletId)
    requirePossible(refusalToDecide(wallet, lost, action))
    const about = { subjectId: walletId, after: { decision: action } }
    const proposed = { subjectId: walletId, choice: action, reason }
    const decision = await propose(tx, WALLET_DECISIONS, by, proposed, about, clock.now())
    if (action !== 'thaw') {
      await recordProposedSettlement(tx, { proposalId: decision.id, walletId, choice: action, amount: lost })
    }
    return decision
  })
  return viewProposal(decision, await readPeople(db, [decision.proposedBy]), by.userId)
}

/** Settling the loss of a frozen wallet, or thawing it. It is booked once. */
export const walletDecision = (core: Core) =>
  decisionKind(core, {
    ...WALLET_DECISIONS,
    lock: ({ tx }, { subjectId }) => lockLoss(tx, subjectId),
    tied: (userId) => isOwnWallet(sql`proposals.subject_id`, userId),
    // Matches the refusals: meanwhile the loss may have come back or grown, and the wallet be usable.
    over: () => sql`not exists (
      select from wallets where wallets.id = proposals.subject_id and frozen_at is not null
         and coalesce((select sum(amount_lost) from wallet_transactions where wallet_id = wallets.id), 0)
             = coalesce((select amount from loss_settlements where proposal_id = proposals.id), 0))`,
    async refuse({ tx, by }, { wallet, lost }, { choice, subjectId }) {
      await requireOthersWallet(tx, by.userId, subjectId)
      requirePossible(refusalToDecide(wallet, lost, choice))
    },
    about: ({ wallet }, { subjectId, choice }) => ({
      subjectId,
      before: { state: wallet.frozenAt ? 'frozen' : 'usable' },
      after: { decision: choice },
    }),
    carryOut: ({ tx, now }, { lost }, { id, subjectId, choice }) =>
      choice === 'thaw' ? thawWallet(tx, subjectId) : settleLoss(tx, id, lost, now),
    async withdraw({ tx, by }, { subjectId, choice }) {
      await requireOthersWallet(tx, by.userId, subjectId)
      return { subjectId, before: { decision: choice } }
    },
    async view(db, decisions) {
      const amounts = await readAmounts(db, decisions)
      const owners = await readOwners(db, decisions)
      return new Map(
        decisions.map(({ id, subjectId }) => {
          const amount = amounts.get(id)
          const amounted = amount === undefined ? [] : [{ name: 'loss' as const, before: null, after: amount }]
          return [id, { subject: owners.get(subjectId) ?? '', amounts: amounted }]
        }),
      )
    },
  })

/** The names of the owners, by wallet; of closed accounts, the id of the wallet. */
async function readOwners(db: Db, decisions: readonly Proposal<WalletAction>[]): Promise<ReadonlyMap<string, string>> {
  const ids = decisions.map(({ subjectId }) => subjectId)
  const found = await rows(
    db,
    sql`select wallets.id::text, coalesce(nullif(${PERSON_NAME}, ''), nullif(${PERSON_EMAIL}, ''), wallets.id::text) as owner
          from wallets ${joinPerson(sql`wallets.user_id`)} where wallets.id = any(${sql.param(ids)}::uuid[])`,
    z.object({ id: z.string(), owner: z.string() }),
  )
  return new Map(found.map(({ id, owner }) => [id, owner]))
}

function requirePossible(refusal: string | null): void {
  if (refusal !== null) throw new AppError('wallet_decision_refused', { detail: refusal })
}

type Amounts = ReadonlyMap<string, bigint>

/** Amounts that the proposals settle, in kobo. */
async function readAmounts(db: Db, proposals: readonly Proposal<WalletAction>[]): Promise<Amounts> {
  const ids = proposals.map(({ id }) => id)
  const found = await rows(
    db,
    sql`select proposal_id::text, amount::text from loss_settlements
         where proposal_id = any(${sql.param(ids)}::uuid[])`,
    z.object({ proposal_id: z.string(), amount: z.coerce.bigint() }),
  )
  return new Map(found.map((row) => [row.proposal_id, row.amount]))
}
