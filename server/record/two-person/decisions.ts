/**
 * Every kind of decision that takes two people runs through the same steps: the subject is locked, what prevents it is refused, the proposal
 * is confirmed, and it is carried out in the same transaction. A domain declares its kinds; app.ts puts them in one registry.
 */
import type { SQL } from 'drizzle-orm'
import type { DECISION_AMOUNTS, DECISION_FACTS, DecisionName } from '../../../contract/record/decision-fields.ts'
import type { Kobo } from '../../../contract/platform/money.ts'
import type { Administering } from '../audit/audit.ts'
import type { Core } from '../../platform/core.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { invariant } from '../../platform/errors.ts'
import {
  asProposal,
  confirmProposal,
  getOpenProposal,
  requireAnother,
  withdrawProposal,
  type About,
  type Proposal,
  type ProposalKind,
} from './proposals.ts'
import type { ProposalRow } from './schema.ts'

/** Confirms or withdraws, in one session. */
export interface Decider extends Administering {
  readonly sessionId: string
}

/** One act in its transaction. */
export interface Step {
  readonly tx: Tx
  readonly by: Decider
  readonly now: Date
}

/** The subject of a decision, for the list of all kinds. */
export interface DecisionView {
  /** A name, a reference or an address. */
  readonly subject: string
  readonly caseNumber?: string
  /** In kobo. */
  readonly amounts?: readonly {
    readonly name: (typeof DECISION_AMOUNTS)[number]
    readonly before: Kobo | null
    readonly after: Kobo
  }[]
  readonly facts?: readonly {
    readonly name: (typeof DECISION_FACTS)[number]
    readonly before: string | null
    readonly after: string
  }[]
  /** Details of the organisation, by their paths. */
  readonly changes?: readonly { readonly field: string; readonly before: string; readonly after: string }[]
}

/** Reader of the list, with the time. */
export interface DecisionReader {
  readonly userId: string
  readonly now: Date
}

/** The rules of one kind. */
export interface DecisionRules<Choice extends string, Subject> extends ProposalKind<Choice> {
  /** Asks another service before the transaction. */
  readonly prepare?: (proposal: Proposal<Choice>, by: Decider) => Promise<void>
  /** Locks the subject, in the order of all code that locks it. Refuses people who are tied to it. */
  readonly lock: (step: Step, proposal: Proposal<Choice>) => Promise<Subject>
  /** Throws what stands in the way of confirming it now. */
  readonly refuse?: (step: Step, subject: Subject, proposal: Proposal<Choice>) => Promise<void> | void
  /** How the audit names it when it is confirmed. */
  readonly about: (subject: Subject, proposal: Proposal<Choice>) => About
  readonly carryOut: (step: Step, subject: Subject, proposal: Proposal<Choice>) => Promise<void>
  /** Undoes what proposing it has written. @returns how the audit names it */
  readonly withdraw: (step: Step, proposal: Proposal<Choice>) => Promise<About> | About
  readonly view: (db: Db, proposals: readonly Proposal<Choice>[]) => Promise<ReadonlyMap<string, DecisionView>>
  /** The condition on `proposals` that a person is tied to its subject: they neither confirm nor withdraw it, as `lock` and `withdraw` refuse. */
  readonly tied?: (userId: string) => SQL
  /** The condition on `proposals` that no one can confirm it now, such as that its subject changed. */
  readonly over?: (now: Date) => SQL | Promise<SQL>
  /** The condition on `proposals` that the reader may not confirm it for another reason. */
  readonly barred?: (reader: DecisionReader) => SQL
}

/** A kind in the registry. */
export interface DecisionKind {
  readonly name: DecisionName
  /** @returns its state: `proposed` while it needs one more approval */
  readonly confirm: (by: Decider, id: string) => Promise<ProposalRow['state']>
  /** Confirms it as part of another act, in its transaction. Kinds that ask another service before cannot be. */
  readonly confirmIn: (step: Step, id: string) => Promise<ProposalRow['state']>
  readonly withdraw: (by: Decider, id: string) => Promise<void>
  /** @returns by id of the proposal */
  readonly view: (found: readonly ProposalRow[]) => Promise<ReadonlyMap<string, DecisionView>>
  readonly tied: DecisionRules<string, never>['tied']
  readonly over: DecisionRules<string, never>['over']
  readonly barred: DecisionRules<string, never>['barred']
}

/** Declares a kind of decision. */
export function decisionKind<Choice extends string, Subject>(
  core: Core,
  rules: DecisionRules<Choice, Subject>,
): DecisionKind {
  return {
    name: rules.name,
    tied: rules.tied,
    over: rules.over,
    barred: rules.barred,
    confirm: (by, id) => confirm(core, rules, by, id),
    async confirmIn(step, id) {
      invariant(!rules.prepare, 'a decision that asks another service is confirmed by itself')
      return (await confirmIn(rules, step, await getOpenProposal(step.tx, rules, id))).state
    },
    withdraw: (by, id) => withdraw(core, rules, by, id),
    view: (found) =>
      rules.view(
        core.db,
        found.map((row) => asProposal(rules, row)),
      ),
  }
}

async function confirm<Choice extends string, Subject>(
  core: Core,
  rules: DecisionRules<Choice, Subject>,
  by: Decider,
  id: string,
): Promise<ProposalRow['state']> {
  const now = core.clock.now()
  const open = await getOpenProposal(core.db, rules, id)
  requireAnother(open, by)
  await rules.prepare?.(open, by)
  const { subjectId, state } = await core.db.transaction((tx) => confirmIn(rules, { tx, by, now }, open))
  core.log.info({ kind: rules.name, choice: open.choice, subject: subjectId, state }, 'a decision of two people')
  return state
}

async function confirmIn<Choice extends string, Subject>(
  rules: DecisionRules<Choice, Subject>,
  step: Step,
  open: Proposal<Choice>,
): Promise<Proposal<Choice>> {
  const { tx, by, now } = step
  const subject = await rules.lock(step, open)
  // Someone may have decided it while this waited for the lock.
  await getOpenProposal(tx, rules, open.id)
  await rules.refuse?.(step, subject, open)
  const proposal = await confirmProposal(tx, rules, by, open.id, rules.about(subject, open), now)
  if (proposal.state === 'confirmed') await rules.carryOut(step, subject, proposal)
  return proposal
}

async function withdraw<Choice extends string, Subject>(
  core: Core,
  rules: DecisionRules<Choice, Subject>,
  by: Decider,
  id: string,
): Promise<void> {
  const now = core.clock.now()
  await core.db.transaction(async (tx) => {
    const about = await rules.withdraw({ tx, by, now }, await getOpenProposal(tx, rules, id))
    await withdrawProposal(tx, rules, by, id, about, now)
  })
}
