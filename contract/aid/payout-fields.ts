/**
 * The rules of awards and payouts that pages share with the server, in a separate file so that pages load no schemas.
 * `web/words` has the texts under the same names.
 */
import type { Kobo } from '../platform/money.ts'
import type { Duty } from '../platform/staff-roles.ts'

export const AWARD_STATES = ['proposed', 'granted', 'closed', 'cancelled'] as const

/** `bank`: sent by the payment provider. `manual_bank`: paid from the organisation's own bank account. */
export const PAYOUT_KINDS = ['bank', 'manual_bank', 'cash', 'voucher', 'goods', 'service'] as const
export type PayoutKind = (typeof PAYOUT_KINDS)[number]
/** Whether the kind needs words for what is handed over, with its quantity. */
export const needsItem = (kind: PayoutKind) => kind === 'voucher' || kind === 'goods' || kind === 'service'
export const ITEM_CHARACTERS_MAX = 200

/**
 * Groups of the list of payouts by their next act. `mine`: the reader may approve it. `to_award`: approved, and no award is proposed or
 * granted. `plan`: granted, and not paid out. `done`: sent or handed over, and no answer yet; `call`: for too long. `ended`: nothing waits.
 */
export const PAYMENT_GROUPS = [
  'mine',
  'to_award',
  'code',
  'failed',
  'missing',
  'hand_over',
  'call',
  'plan',
  'grant',
  'release',
  'sending',
  'done',
  'countersign',
  'ended',
] as const
export type PaymentGroup = (typeof PAYMENT_GROUPS)[number]

/** The views of the list, in the order of the page, and the groups of each. */
export const GROUPS_OF_VIEW = {
  mine: ['mine'],
  to_award: ['to_award', 'plan'],
  to_release: ['mine', 'grant', 'release'],
  to_hand_over: ['hand_over'],
  on_the_way: ['sending', 'done'],
  to_ask: ['call'],
  needs_person: ['code', 'failed', 'missing', 'countersign'],
  done: ['ended'],
  all: PAYMENT_GROUPS,
} as const satisfies Readonly<Record<string, readonly PaymentGroup[]>>
export const PAYOUT_VIEWS = [
  'mine',
  'to_award',
  'to_release',
  'to_hand_over',
  'on_the_way',
  'to_ask',
  'needs_person',
  'done',
  'all',
] as const satisfies readonly (keyof typeof GROUPS_OF_VIEW)[]
export type PayoutView = (typeof PAYOUT_VIEWS)[number]
/** Whether the rows of a view begin with the newest; what waits begins with the oldest. */
export const isNewestFirst = (view: PayoutView) => view === 'done' || view === 'all'

/**
 * A transfer is `sending` once it is released, and `failed` when it did not leave: a person may try again. `disputed`: the recipient received part of it, or nothing.
 */
export const PAYOUT_STATES = [
  'proposed',
  'released',
  'sending',
  'failed',
  'sent',
  'confirmed',
  'disputed',
  'returned',
  'lost',
  'cancelled',
] as const
export type PayoutState = (typeof PAYOUT_STATES)[number]

/** The code that the provider asks for before it sends a transfer. */
export const TRANSFER_CODE = /^\d{4,8}$/

/** The most payouts that are released together. */
export const RELEASES_MAX = 50
/** The result of releasing each of them. `approved`: it still needs a third person. */
export const RELEASE_OUTCOMES = ['released', 'approved', 'refused'] as const
export type ReleaseOutcome = (typeof RELEASE_OUTCOMES)[number]

/** One transfer of the provider, under its own reference. `unknown`: the provider has not said whether it exists. */
export const PAYOUT_ATTEMPT_STATES = ['sending', 'unknown', 'open', 'success', 'failed', 'refused', 'reversed'] as const

export const CONFIRMATION_ANSWERS = ['all', 'part', 'none'] as const
export type ConfirmationAnswer = (typeof CONFIRMATION_ANSWERS)[number]
/**
 * `self`: on the applicant's page; `counter`: with the code of the slip; `assisted`: with that code after staff had read it; `text`: by a
 * text message with the payout's code, from the approved number; `call` and `witnessed`: recorded by an administrator. `assisted` and the last
 * two are with staff, and `text` is counted apart.
 */
export const CONFIRMATION_WAYS = ['self', 'counter', 'assisted', 'text', 'call', 'witnessed'] as const
export const RECORDED_WAYS = ['call', 'witnessed'] as const

/** The words of a recipient about a payout that arrived. `read`: someone has, and they are not shown. */
export const RECIPIENT_WORDS_MAX = 1000
export const RECIPIENT_WORDS_STATES = ['waiting', 'read', 'shown', 'withdrawn'] as const
export const RECIPIENT_WORDS_WAYS = ['self', 'counter', 'assisted'] as const

export const CASH_DIRECTIONS = ['drawn', 'paid_in'] as const

/** The most a sole administrator may release alone: each payment, and in seven days. The second also limits granting alone. */
export const ALONE_EACH_MAX: Kobo = 5_000_000n
export const ALONE_WEEK_MAX: Kobo = 20_000_000n

/** Wrong codes of one slip. After them, its code opens nothing. */
export const CODE_TRIES_MAX = 5
/** A code is valid for so many days after the hand-over. Later a payout without an answer counts as unanswered. */
export const CODE_DAYS = 30
/** How long a recipient may change the answer that all of it came. */
export const ANSWER_CHANGE_HOURS = 24

/** For the reason of a loss. */
export const LOSS_CHARACTERS_MAX = 500

/** Whose earlier award it is. `same_account`: of someone who named the same bank account. */
export const EARLIER_OF = ['applicant', 'household', 'same_account'] as const

/** When the bank is asked for the name of an account again before a payment is sent there. */
export const ASKED_AGAIN = ['account_name_changed', 'account_not_found', 'provider_unavailable'] as const

/** Why a payment is not released, beside what any approval is refused for. */
export const RELEASE_ERRORS = [
  'award_not_granted',
  'decision_not_final',
  'fund_short',
  'award_paused',
  'payout_held',
  'fund_below_zero',
  'limit_exceeded',
  'released_too_early',
  'applicant_changed',
  'payee_not_usable',
  ...ASKED_AGAIN,
] as const

/** Acts on a request and its money that wait for a person. */
export const UNCOVERED_ACTS = [
  'decide',
  'propose',
  'grant',
  'check_account',
  'confirm_account',
  'release',
  'hand_over',
] as const
export type UncoveredAct = (typeof UNCOVERED_ACTS)[number]
/** The duty that each of them needs. */
export const DUTY_OF_ACT = {
  decide: 'decide_requests',
  propose: 'propose_payments',
  grant: 'handle_money',
  check_account: 'propose_payments',
  confirm_account: 'handle_money',
  release: 'handle_money',
  hand_over: 'handle_money',
} as const satisfies Readonly<Record<UncoveredAct, Duty>>

/** How long the awards of a household, and of people who named the same account, count for those that follow. */
export const COUNTED_DAYS = 30
