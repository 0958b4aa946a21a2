/** Shapes of answers about awards and payouts. Amounts are naira in JSON. */
import { z } from 'zod'
import { actor } from '../platform/administration.ts'
import { proposal } from '../people/decisions.ts'
import { applicationType } from './application-type.ts'
import { paymentAct } from './request-timeline.ts'
import { countedPageOf, countedTotal } from '../platform/lists.ts'
import { naira, payableNaira, personText, timestamp } from '../platform/fields.ts'
import { donationType } from '../money/donations.ts'
import { APPLICANT_CHANGES, NAME_MATCHES, PAYEE_CHANGES, PAYEE_DOUBTS, RECEIVING_WAYS } from './payee-fields.ts'
import {
  AWARD_STATES,
  CONFIRMATION_ANSWERS,
  CONFIRMATION_WAYS,
  PAYOUT_KINDS,
  PAYOUT_STATES,
  EARLIER_OF,
  ITEM_CHARACTERS_MAX,
  needsItem,
  RECIPIENT_WORDS_STATES,
  PAYMENT_GROUPS,
  PAYOUT_ATTEMPT_STATES,
  PAYOUT_VIEWS,
} from './payout-fields.ts'

/** A fund that may pay an award. Spendable and promised amounts are in naira. */
const fundToSpend = z.strictObject({
  fund: donationType,
  spendable: naira,
  promised: naira,
  /** In awards that may still be granted. Nothing is reserved for them: it is part of `spendable`. */
  proposed: naira,
})

/** One fund's part. */
const share = z.strictObject({ fund: donationType, amount: payableNaira })

/** How a payout reaches the applicant. */
const way = {
  kind: z.enum(PAYOUT_KINDS),
  /** Only for a bank payment: a confirmed vendor, or the account that the applicant named, refused if they have changed it. Without it, their account of that moment. */
  payee: z.uuid().optional(),
  /** The goods to hand over, with their quantity, such as "2 bags of rice, 25 kg each". No names. */
  item: personText(ITEM_CHARACTERS_MAX).trim().min(1, 'Enter what is handed over, and how much of it.').optional(),
}
type Way = z.infer<z.ZodObject<typeof way>>

const fitting = <Schema extends z.ZodType<Way>>(schema: Schema) =>
  schema
    .refine(({ kind, item }) => needsItem(kind) === (item !== undefined), {
      path: ['item'],
      message: 'Enter what is handed over, and how much of it. Money needs none.',
    })
    .refine(({ kind, payee }) => payee === undefined || kind === 'bank' || kind === 'manual_bank', {
      path: ['payee'],
      message: 'Only a payment to a bank account has a payee.',
    })

/** A payout to propose under a granted award. */
export const newPayout = fitting(z.strictObject({ ...way, amount: payableNaira }))

/** An award to propose. With `payout`, all of it is paid out by one release, which grants the award too. */
export const newAward = z.strictObject({
  amount: payableNaira,
  funds: z.array(share).min(1).max(3),
  payout: fitting(z.strictObject(way)).optional(),
})

/** Why an award is not proposed, beside what stands in the way of any act on a request. */
export const PROPOSE_ERRORS = [
  'request_not_approved',
  'award_open',
  'already_proposed',
  'fund_short',
  'applicant_changed',
  'payee_not_usable',
] as const

const confirmation = z.strictObject({
  answer: z.enum(CONFIRMATION_ANSWERS),
  how: z.enum(CONFIRMATION_WAYS),
  /** Null when the recipient answered. */
  recorded_by: actor.nullable(),
  /** Staff who had read the code. Empty unless `assisted`. */
  code_read_by: z.array(actor),
  created_at: timestamp,
})

/** The last transfer of the provider. */
const payoutAttempt = z.strictObject({
  reference: z.string(),
  state: z.enum(PAYOUT_ATTEMPT_STATES),
  /** The provider's word, such as `pending`; `otp`: it waits for the code that the provider sent to our account's owner. */
  provider_status: z.string().nullable(),
  /** Why the provider refused it. */
  refusal: z.string().nullable(),
  /** Why people must look: nothing more happens to it before. */
  review_reason: z.string().nullable(),
  /** The provider refused a repeat of it. Until then no one knows whether the first made a transfer, and it is not sent again. */
  doubted_until: timestamp.nullable(),
  fee: naira,
  /** The bank's trace number. */
  session_id: z.string().nullable(),
  created_at: timestamp,
})

/** The end of the wait after these changes, before which no payout is proposed or released; null: none waits. */
const waitsUntil = timestamp.nullable()
const applicantChanges = z.array(z.strictObject({ what: z.enum(APPLICANT_CHANGES), before: z.string(), at: timestamp }))

const payout = z.strictObject({
  id: z.uuid(),
  award_id: z.uuid(),
  kind: z.enum(PAYOUT_KINDS),
  amount: naira,
  /** The goods handed over, with their quantity. Null for money. */
  item: z.string().nullable(),
  /** The account that receives it. */
  payee: z
    .strictObject({
      id: z.uuid(),
      account_name: z.string(),
      bank_name: z.string(),
      account_ending: z.string(),
      match: z.enum(NAME_MATCHES),
      /** Another applicant had named the same account. */
      shared: z.boolean(),
      /** The bank's last answer in place of the name. */
      doubt: z.enum(PAYEE_DOUBTS).nullable(),
      /** Until the money leaves: the applicant named another account since, or asked for another way, so nothing is sent there. */
      given_up: z.boolean(),
      /** Until the money leaves: two people must compare the names first, so nothing is sent there. */
      to_check: z.boolean(),
      /** As of a payee: `GET /api/admin/payees`. */
      changes: z.array(z.strictObject({ what: z.enum(PAYEE_CHANGES), before: z.string(), at: timestamp })),
    })
    .nullable(),
  /** While it is only proposed: what the applicant changed after the approval, as in `receiving`. */
  applicant_changes: applicantChanges,
  waits_until: waitsUntil,
  attempt: payoutAttempt.nullable(),
  state: z.enum(PAYOUT_STATES),
  /** Later awards raised the number of people it needs: it can only be cancelled. */
  too_few: z.boolean(),
  proposed_by: actor,
  proposed_at: timestamp,
  /** Approvals before the last one, above the limit for two people. */
  approvals: z.array(actor),
  released_by: actor.nullable(),
  released_at: timestamp.nullable(),
  /** The people it needs, with the proposer. One: its proposer may release it alone. */
  signers: z.number().int(),
  /** Only with one signer: from when its proposer may release it. */
  release_from: timestamp.nullable(),
  /** The approver, afterwards, of a payment that one person released alone. */
  countersigned_by: actor.nullable(),
  countersigned_at: timestamp.nullable(),
  /** Until then it is not released, sent again or handed over. Null: nothing holds it, or it is on its way. */
  held_until: timestamp.nullable(),
  /** The number of its slip. */
  slip: z.string().nullable(),
  sent_on: z.string().nullable(),
  sent_by: actor.nullable(),
  /** Whose cash it was. */
  holder: actor.nullable(),
  returned: naira,
  lost: naira,
  /** Papers of the hand-over that can be opened: `POST /storage/v1/object/sign/documents/{path}`, with its id as `versionId`. */
  evidence: z.array(z.strictObject({ id: z.uuid(), path: z.string(), name: z.string() })),
  /** Newest first. */
  confirmations: z.array(confirmation),
  /** Handed over 30 days ago, and no answer. */
  unanswered: z.boolean(),
  /** A proposed loss that waits for a second administrator. */
  write_off: proposal.nullable(),
  may: z.strictObject({
    release: z.boolean(),
    countersign: z.boolean(),
    cancel: z.boolean(),
    retry: z.boolean(),
    recheck: z.boolean(),
    enter_code: z.boolean(),
    hand_over: z.boolean(),
    return: z.boolean(),
    write_off: z.boolean(),
    confirm: z.boolean(),
  }),
})

/** How the applicant wants to receive it; `way` null when they have not said. `payee`: the account that this needs. */
export const receiving = z.strictObject({
  way: z.enum(RECEIVING_WAYS).nullable(),
  /** Changes after the approval. `before`: the approved name, or the last two digits of the approved telephone. */
  changes: applicantChanges,
  waits_until: waitsUntil,
  payee: z
    .strictObject({
      id: z.uuid(),
      /** The name of a vendor, or of someone who receives it for the applicant. */
      name: z.string(),
      account_name: z.string(),
      bank_name: z.string(),
      account_ending: z.string(),
      /** Whether money may be sent there now. */
      usable: z.boolean(),
      /** Whether it can be, once a reviewer has checked who the applicant is. */
      usable_once_checked: z.boolean(),
    })
    .nullable(),
})

/** The terms of a request's next award. */
export const awardTerms = z.strictObject({
  /** In the order in which they are used. */
  funds: z.array(fundToSpend),
  receiving,
  /** The sum of earlier awards of the request, the household and the account, which decides how many people sign. */
  counted: naira,
  /** The sum, with what counts, above which three people decide. */
  three_people_above: naira,
})

export const award = z.strictObject({
  /** Whether its request belongs to another account now, so that nothing more is paid from it. */
  moved: z.boolean(),
  id: z.uuid(),
  application_id: z.uuid(),
  amount: naira,
  state: z.enum(AWARD_STATES),
  funds: z.array(z.strictObject({ fund: donationType, amount: naira })),
  /** Granted and in no payout yet. */
  left: naira,
  /** The people it needs, with the proposer. One: its proposer may grant it alone. */
  signers: z.number().int(),
  /** The same as of a payout. */
  too_few: z.boolean(),
  proposed_by: actor,
  proposed_at: timestamp,
  approvals: z.array(actor),
  granted_by: actor.nullable(),
  granted_at: timestamp.nullable(),
  ended_at: timestamp.nullable(),
  payouts: z.array(payout),
  receiving,
  may: z.strictObject({ grant: z.boolean(), cancel: z.boolean(), disburse: z.boolean() }),
})

/** The request that a payout or an award is for. */
const forRequest = z.strictObject({
  application_id: z.uuid(),
  /** Short, with a check digit: T-10452-0381-3. */
  case_number: z.string(),
  application_type: applicationType,
  /** Empty once the account was closed. */
  applicant: z.string(),
})

/** A request to which something was granted before; without an amount, one whose applicant named the same account. */
export const earlierAward = z.strictObject({
  of: z.enum(EARLIER_OF),
  ...forRequest.shape,
  amount: naira.nullable(),
  granted_at: timestamp.nullable(),
})

/** A row of the list of payouts: a request without an award, an award that waits itself, or one of its payouts. The others are null. */
const payoutRow = z.strictObject({
  id: z.uuid(),
  group: z.enum(PAYMENT_GROUPS),
  /** Since when it waits for its next act, or when it ended. */
  since: timestamp,
  ...forRequest.shape,
  to_award: z
    .strictObject({
      /** Null: no sum was asked for. */
      amount_requested: naira.nullable(),
      approved_at: timestamp,
      /** When it becomes late. */
      due_at: timestamp,
    })
    .nullable(),
  award: award.nullable(),
  payout: payout.nullable(),
})

/** Limits of a sole administrator, who may release small amounts alone. */
const soleAdministrator = z.strictObject({
  each_max: naira,
  /** In seven days. */
  week_max: naira,
  /** In the last seven days. */
  released: naira,
  wait_minutes: z.number().int(),
})

export const payouts = z.strictObject({
  ...countedPageOf(payoutRow).shape,
  /** How many rows each view has, without the other filters. */
  views: z.array(z.strictObject({ view: z.enum(PAYOUT_VIEWS), total: countedTotal })),
  /** Null where two administrators are needed. */
  alone: soleAdministrator.nullable(),
  /** The provider's balance, for bank payments. Null if none waits, or before it was asked. */
  balance: z
    .strictObject({
      held: naira,
      /** The sum of bank payments that have not left it yet, with their highest costs. */
      waiting: naira,
      checked_at: timestamp,
    })
    .nullable(),
})

/** A payout on its own page: its award has it among its payouts. */
export const payoutDetails = z.strictObject({
  ...forRequest.shape,
  award,
  /** The approval of the request; null once it was taken back. */
  decision: z.strictObject({ by: actor, created_at: timestamp, reason: z.string().nullable() }).nullable(),
  /** The number of documents. */
  papers: z.number().int(),
  /** Open complaints about the request that the caller reads. */
  complaints: z.number().int(),
  /** As with the awards of its request. */
  earlier: z.array(earlierAward),
  /** Acts of staff on the awards of the request and their payouts, oldest first. */
  acts: z.array(paymentAct),
})

/** In the words of the recipient; `text` is null once it was deleted by time. */
export const ownWords = z.strictObject({
  text: z.string().nullable(),
  may_show: z.boolean(),
  state: z.enum(RECIPIENT_WORDS_STATES).exclude(['withdrawn']),
})

export const ownPayout = z.strictObject({
  id: z.uuid(),
  kind: z.enum(PAYOUT_KINDS),
  amount: naira,
  item: z.string().nullable(),
  state: z.enum(PAYOUT_STATES),
  released_at: timestamp.nullable(),
  sent_on: z.string().nullable(),
  /** The number of the slip, and the code that confirms it at a counter. Null before it is released and after it is confirmed. */
  slip: z.strictObject({ number: z.string(), code: z.string() }).nullable(),
  answer: z.enum(CONFIRMATION_ANSWERS).nullable(),
  answered_at: timestamp.nullable(),
  /** Until when the answer that all of it came can be changed. Null for any other. */
  changeable_until: timestamp.nullable(),
  /** Handed over a while ago, and no answer. */
  unanswered: z.boolean(),
  /** Null: they said none, or withdrew them. */
  words: ownWords.nullable(),
})

export const cashHolder = z.strictObject({
  holder: actor,
  /** The cash that they hold. */
  amount: naira,
  moved_at: timestamp.nullable(),
  /** A count that waits for a second person, and what the books said then. */
  count: z.strictObject({ ...proposal.shape, counted: naira, booked: naira }).nullable(),
  /** The last count that was confirmed. */
  last_count: z.strictObject({ counted: naira, booked: naira, counted_at: timestamp }).nullable(),
})

/** As JSON: amounts in naira, timestamps as text. */
export type AwardJson = z.input<typeof award>
export type AwardTermsJson = z.input<typeof awardTerms>
