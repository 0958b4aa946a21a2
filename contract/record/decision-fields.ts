/** The decisions that take two people, for the server and the pages, in a separate file so that pages load no schemas. */
import type { Duty } from '../platform/staff-roles.ts'

interface Duties {
  /** Duty of those who read them. */
  readonly see: Duty
  /** The proposer must have it until it is confirmed. Who has it may withdraw. */
  readonly propose: Duty
  readonly confirm: Duty
}

const PAYING = { see: 'see_requests', propose: 'propose_payments', confirm: 'handle_money' } as const
const BOOKS = { see: 'see_money', propose: 'handle_money', confirm: 'handle_money' } as const
const TEAM = { see: 'see_audit', propose: 'administer', confirm: 'administer' } as const

export const DECISION_NAMES = [
  'award',
  'disbursement',
  'write_off',
  'payee',
  'cash_count',
  'payment_decision',
  'wallet_decision',
  'difference_closing',
  'month_closing',
  'statement_removal',
  'payout_limits',
  'fund',
  'fund_move',
  'role_change',
  'invitation',
  'organisation',
  'payout_hold',
] as const
export type DecisionName = (typeof DECISION_NAMES)[number]

/** Each kind of decision with its duties. */
export const DECISIONS: Readonly<Record<DecisionName, Duties>> = {
  award: PAYING,
  disbursement: PAYING,
  write_off: PAYING,
  payee: PAYING,
  cash_count: BOOKS,
  payment_decision: BOOKS,
  wallet_decision: BOOKS,
  difference_closing: BOOKS,
  month_closing: BOOKS,
  statement_removal: BOOKS,
  payout_limits: { ...BOOKS, confirm: 'administer' },
  fund: { ...BOOKS, confirm: 'administer' },
  fund_move: { ...BOOKS, confirm: 'administer' },
  role_change: TEAM,
  invitation: TEAM,
  organisation: TEAM,
  payout_hold: TEAM,
}

/** `waiting`: the reader may confirm it. `mine`: the reader proposed it. `others`: the rest. */
export const DECISION_GROUPS = ['waiting', 'mine', 'others'] as const
export type DecisionGroup = (typeof DECISION_GROUPS)[number]

/** Amounts that a decision shows or changes, in naira. */
export const DECISION_AMOUNTS = [
  'amount',
  'cash',
  'received',
  'loss',
  'second_step_above',
  'three_people_above',
  'released_a_day_max',
] as const

/** Other facts. The values of `roles`, `payment_kind`, `account_warnings`, `difference`, `draws` and `takes_gifts` are codes, `hours` a number, `days` the first and the last one, `held_until` a time. */
export const DECISION_FACTS = [
  'roles',
  'hours',
  'payment_kind',
  'item',
  'why',
  'account',
  'account_warnings',
  'difference',
  'days',
  'slip',
  'title',
  'purpose',
  'icon',
  'place',
  'draws',
  'pays_for',
  'takes_gifts',
  'moves_to',
  'held_until',
] as const
