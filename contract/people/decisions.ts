/** Decisions that take two people: one proposes where the subject is, another confirms here, whatever the kind. */
import { z } from 'zod'
import { PROPOSAL_STATES } from '../platform/admin-fields.ts'
import { actor, byId, staffWith } from '../platform/administration.ts'
import { DECISION_AMOUNTS, DECISION_FACTS, DECISION_GROUPS, DECISION_NAMES } from '../record/decision-fields.ts'
import { endpoint } from '../platform/endpoint.ts'
import { ok, naira, timestamp } from '../platform/fields.ts'
import { countedPageOf, countedTotal, pageQuery } from '../platform/lists.ts'

/** A decision as the list of its subjects shows it. */
export const proposal = z
  .strictObject({
    id: z.uuid(),
    kind: z.enum(DECISION_NAMES),
    /** The proposed choice, such as `settle`. */
    choice: z.string(),
    reason: z.string(),
    state: z.enum(PROPOSAL_STATES),
    proposed_by: actor,
    proposed_at: timestamp,
    /** It can be confirmed until then, and only while its proposer has the duty. */
    expires_at: timestamp,
    /** Whether the caller may confirm it, if their roles allow it: the proposer may not. */
    may_confirm: z.boolean(),
    /** Whether the caller may withdraw it, if their roles allow it: not who is tied to its subject, nor the person whom others proposed it about. */
    may_withdraw: z.boolean(),
    /** No one can confirm it now: it expired, its subject changed, or its proposer has lost the duty. */
    lapsed: z.boolean(),
  })
  .meta({ id: 'Proposal' })

const decision = z
  .strictObject({
    ...proposal.shape,
    /** The people it needs, with its proposer, and who approved it so far. */
    signers: z.number().int(),
    approved_by: z.array(actor),
    decided_by: actor.nullable(),
    decided_at: timestamp.nullable(),
    /** A name, a reference or an address. */
    subject: z.string(),
    /** The case number of its request, if it is about one. */
    case_number: z.string().nullable(),
    amounts: z.array(z.strictObject({ name: z.enum(DECISION_AMOUNTS), before: naira.nullable(), after: naira })),
    facts: z.array(z.strictObject({ name: z.enum(DECISION_FACTS), before: z.string().nullable(), after: z.string() })),
    /** Details of the organisation, by their paths such as `support.email`. */
    changes: z.array(z.strictObject({ field: z.string(), before: z.string(), after: z.string() })),
  })
  .meta({ id: 'Decision' })

/** As JSON: amounts in naira, timestamps as text. */
export type ProposalJson = z.input<typeof proposal>
export type DecisionJson = z.input<typeof decision>

export const decisionEndpoints = {
  'GET /api/admin/decisions': endpoint({
    ...staffWith('see_requests'),
    summary:
      'What waits for a second person, oldest first: what the caller may confirm, what they proposed, or the rest. Only kinds that their roles may read. Reading is audited.',
    query: pageQuery.extend({
      group: z.enum(DECISION_GROUPS).default('waiting'),
      kind: z.enum(DECISION_NAMES).optional(),
    }),
    reply: { status: 200, schema: countedPageOf(decision) },
  }),
  'GET /api/admin/decision-counts': endpoint({
    ...staffWith('see_requests'),
    summary: 'How many decisions wait for the caller, were proposed by them, or wait for others.',
    reply: ok({ waiting: countedTotal, mine: countedTotal, others: countedTotal }),
  }),
  'GET /api/admin/decisions/:id': endpoint({
    ...staffWith('see_requests'),
    summary: 'One decision, also after it was confirmed, withdrawn or lapsed. Reading is audited.',
    params: byId,
    reply: { status: 200, schema: decision },
    errors: ['not_found', 'role_needed'],
  }),
  'POST /api/admin/decisions/:id/confirmation': endpoint({
    ...staffWith('handle_money'),
    summary:
      'Confirms what someone else proposed, and carries it out once. Limits of paying out, roles and invitations need an administrator. A large award or payment counts an approval, until enough people approved.',
    params: byId,
    reply: { status: 200, schema: decision },
    errors: [
      'not_found',
      'role_needed',
      'second_administrator_needed',
      'proposal_lapsed',
      'own_request',
      'already_decided',
      'own_focal_person',
      'fresh_second_step_needed',
      'payment_not_for_review',
      'payment_cannot_settle',
      'wallet_decision_refused',
      'month_cannot_close',
      'month_changed',
      'transfer_asked',
      'last_administrator',
      'award_not_granted',
      'award_paused',
      'payout_held',
      'not_held',
      'hold_renewed',
      'fund_short',
      'fund_below_zero',
      'fund_cannot_move',
      'limit_exceeded',
      'released_too_early',
      'applicant_changed',
      'payee_not_usable',
    ],
  }),
  'POST /api/admin/decisions/:id/withdrawal': endpoint({
    ...staffWith('propose_payments'),
    summary: 'Withdraws a proposal, also one that lapsed. Who may propose such a decision may withdraw it.',
    params: byId,
    reply: { status: 200, schema: decision },
    errors: [
      'not_found',
      'role_needed',
      'own_request',
      'already_decided',
      'second_administrator_needed',
      'wallet_decision_refused',
    ],
  }),
} as const
