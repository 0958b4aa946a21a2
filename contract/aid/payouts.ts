/** Paying out, as staff do: awards for approved requests, and payouts under them. recipients.ts has what recipients do. */
import { z } from 'zod'
import { staffWith, byId, period, READ_PURPOSES } from '../platform/administration.ts'
import { endpoint } from '../platform/endpoint.ts'
import { isErrorCode } from '../platform/errors.ts'
import { ok, naira, payableNaira, personText, timestamp } from '../platform/fields.ts'
import { pageQuery } from '../platform/lists.ts'
import {
  CASH_DIRECTIONS,
  CONFIRMATION_ANSWERS,
  PAYOUT_KINDS,
  LOSS_CHARACTERS_MAX,
  PAYOUT_VIEWS,
  RELEASE_ERRORS,
  RECORDED_WAYS,
  RELEASE_OUTCOMES,
  RELEASES_MAX,
} from './payout-fields.ts'
import {
  award,
  awardTerms,
  cashHolder,
  earlierAward,
  newAward,
  newPayout,
  payoutDetails,
  payouts,
  PROPOSE_ERRORS,
} from './payout-shapes.ts'

/** Filters of the list of payouts. */
export const payoutFilters = {
  view: z.enum(PAYOUT_VIEWS).default('all'),
  search: personText(100).optional(),
  kind: z.enum(PAYOUT_KINDS).optional(),
  ...period,
}

const day = z.iso.date('Enter a date, such as 2026-11-22.')
const answer = z.enum(CONFIRMATION_ANSWERS)
/** The state that the caller saw. If it has changed, nothing happens. */
const expected = <const States extends readonly string[]>(states: States) => ({ expected_state: z.enum(states) })

const APPROVAL_ERRORS = [
  'not_found',
  'own_request',
  'already_decided',
  'second_administrator_needed',
  'proposal_lapsed',
  'fresh_second_step_needed',
] as const

export const awardEndpoints = {
  'GET /api/admin/applications/:id/awards': endpoint({
    ...staffWith('see_requests'),
    summary:
      'The awards of a request, newest first, what the funds that it may draw on can spend now, and what was granted before to the same people.',
    params: byId,
    reply: ok({
      awards: z.array(award),
      /** Earlier grants to the applicant or their household, summed by request, and requests of people who named the same account. At most 20. */
      earlier: z.array(earlierAward),
      ...awardTerms.shape,
      /** Whether the caller may propose an award now. */
      may_propose: z.boolean(),
    }),
    errors: ['not_found'],
  }),
  'POST /api/admin/applications/:id/awards': endpoint({
    ...staffWith('propose_payments'),
    summary:
      'Proposes an award for an approved request, with `payout` also its payout. A second administrator must release the payout, or grant the award, except where `signers` is 1.',
    params: byId,
    body: newAward,
    reply: { status: 201, schema: award },
    errors: ['not_found', 'own_request', ...PROPOSE_ERRORS, 'idempotency_key_reused'],
    idempotent: true,
  }),
  'POST /api/admin/awards/:id/grant': endpoint({
    ...staffWith('handle_money'),
    summary: 'Grants a proposed award: its amount is promised in the books. A large one needs a third person.',
    params: byId,
    body: z.strictObject(expected(['proposed'])),
    reply: { status: 200, schema: award },
    errors: [...APPROVAL_ERRORS, 'fund_short', 'applicant_changed'],
  }),
  'POST /api/admin/awards/:id/cancel': endpoint({
    ...staffWith('propose_payments'),
    summary: 'Cancels an award: what was not handed over returns to its funds. Not while a payout is released.',
    params: byId,
    body: z.strictObject(expected(['proposed', 'granted'])),
    reply: { status: 200, schema: award },
    errors: ['not_found', 'own_request', 'already_decided', 'payout_open'],
  }),
  'POST /api/admin/awards/:id/payouts': endpoint({
    ...staffWith('propose_payments'),
    summary:
      'Proposes a payout under a granted award. A second administrator must release it, except where `signers` is 1.',
    params: byId,
    body: newPayout,
    reply: { status: 201, schema: award },
    errors: [
      'not_found',
      'own_request',
      'award_not_granted',
      'award_paused',
      'award_exceeded',
      'applicant_changed',
      'payee_not_usable',
      'idempotency_key_reused',
    ],
    idempotent: true,
  }),
} as const

export const payoutEndpoints = {
  'GET /api/admin/payouts': endpoint({
    ...staffWith('see_money'),
    summary:
      'Requests to award, awards and payouts in one view, by what has to be done next, and how many each view has. What waits comes oldest first, other views newest first. `search` matches the start of a word of the applicant, the whole case number, the slip, the provider’s reference or the amount. `from` and `to` limit the days on which it was sent or handed over. Reading is audited.',
    query: z.strictObject({ ...pageQuery.shape, ...payoutFilters }),
    reply: { status: 200, schema: payouts },
  }),
  'GET /api/admin/payouts/:id': endpoint({
    ...staffWith('see_money'),
    summary:
      'One payout with its award, its request and everything that was done about it, oldest first. Reading is audited: with `purpose=again`, for a page that shows it, once in a look.',
    params: byId,
    query: z.strictObject({ purpose: z.enum(READ_PURPOSES).default('read') }),
    reply: { status: 200, schema: payoutDetails },
    errors: ['not_found'],
  }),
  'POST /api/admin/payouts/:id/release': endpoint({
    ...staffWith('handle_money'),
    summary:
      'Releases a payout: it may be handed over, and its slip can be printed. A bank payout is sent at once. An award that was proposed with it is granted too.',
    params: byId,
    body: z.strictObject(expected(['proposed'])),
    reply: { status: 200, schema: award },
    errors: [...APPROVAL_ERRORS, ...RELEASE_ERRORS],
  }),
  'POST /api/admin/releases': endpoint({
    ...staffWith('handle_money'),
    summary:
      'Releases up to 50 payouts, one after the other. One that is refused does not stop the others: its row says why. The second step is asked for first, where their total or one of their awards needs it.',
    body: z.strictObject({
      payouts: z
        .array(z.uuid())
        .min(1, 'Choose at least one payout.')
        .max(RELEASES_MAX, `Choose at most ${RELEASES_MAX} payouts.`)
        .refine((ids) => new Set(ids).size === ids.length, 'Name each payout once.'),
    }),
    reply: ok({
      /** In the order of the call. */
      rows: z.array(
        z.strictObject({
          id: z.uuid(),
          /** `approved`: it still needs a third person. */
          outcome: z.enum(RELEASE_OUTCOMES),
          /** Why it was refused. */
          refusal: z.string().refine(isErrorCode).nullable(),
        }),
      ),
    }),
    errors: ['fresh_second_step_needed'],
  }),
  'POST /api/admin/payouts/:id/countersign': endpoint({
    ...staffWith('handle_money'),
    summary: 'Approves afterwards what one administrator alone released. A second administrator does it.',
    params: byId,
    reply: { status: 200, schema: award },
    errors: ['not_found', 'own_request', 'already_decided', 'second_administrator_needed'],
  }),
  'POST /api/admin/payouts/:id/cancel': endpoint({
    ...staffWith('propose_payments'),
    summary:
      'Cancels a payout that was not handed over. One whose account number was read, only by saying that our bank has not paid it.',
    params: byId,
    body: z.strictObject({ ...expected(['proposed', 'released', 'failed']), unpaid: z.boolean().optional() }),
    reply: { status: 200, schema: award },
    errors: ['not_found', 'own_request', 'already_decided', 'maybe_paid'],
  }),
  'GET /api/admin/payouts/:id/slip': endpoint({
    ...staffWith('handle_money'),
    summary:
      'What the slip of a released payout says. The code only for a person through whose hands it does not go; they can then not hand it over, and an answer with it counts as with staff. Reading is audited.',
    params: byId,
    reply: ok({
      slip: z.string(),
      code: z.string().nullable(),
      full_name: z.string(),
      amount: naira,
      released_at: timestamp,
    }),
    errors: ['not_found', 'own_request'],
  }),
  'GET /api/admin/payouts/:id/account': endpoint({
    ...staffWith('handle_money'),
    summary:
      'The account number of a payout that a person has to send from our own bank, until it is recorded. Reading is audited.',
    params: byId,
    reply: ok({
      account_name: z.string(),
      bank_name: z.string(),
      account_number: z.string(),
      /** Lines of our bank that took this amount since its release, and that no entry explains: one may be this payout, as after a restore. */
      unexplained_lines: z.array(z.string()),
    }),
    errors: ['not_found', 'own_request', 'payout_held', 'payee_not_usable'],
  }),
  'POST /api/admin/payouts/:id/handed-over': endpoint({
    ...staffWith('handle_money'),
    summary: 'Records that a released payout was handed over, with a receipt or the signed slip as evidence.',
    params: byId,
    body: z.strictObject({
      ...expected(['released']),
      /** The amount of the payout, entered again. */
      amount: payableNaira,
      on: day,
      /** Documents that the caller uploaded, by URL or path. */
      evidence: z.array(z.string().max(4000)).min(1, 'Add the receipt or the signed slip.').max(5),
      /** Whose cash it was, by user id. Only for cash. */
      holder: z.uuid().optional(),
    }),
    reply: { status: 200, schema: award },
    errors: ['not_found', 'own_request', 'second_administrator_needed', 'already_decided', 'cash_short', 'payout_held'],
  }),
  'POST /api/admin/payouts/:id/returned': endpoint({
    ...staffWith('handle_money'),
    summary: 'Records that money of a payout came back to our bank.',
    params: byId,
    body: z.strictObject({
      ...expected(['sent', 'confirmed', 'disputed']),
      /** Refuses the act if `returned` is another amount by now, because a partial return leaves the state unchanged. Left out: 0. */
      expected_returned: naira.optional(),
      amount: payableNaira,
      on: day,
    }),
    reply: { status: 200, schema: award },
    errors: ['not_found', 'own_request', 'already_decided', 'award_exceeded'],
  }),
  'POST /api/admin/payouts/:id/lost': endpoint({
    ...staffWith('propose_payments'),
    summary: 'Proposes to write off what is left of a payout: it left us and reached no one.',
    params: byId,
    body: z.strictObject({
      ...expected(['sent', 'disputed']),
      /** It is kept permanently. No names. */
      reason: personText(LOSS_CHARACTERS_MAX).trim().min(1, 'This field is required.'),
    }),
    reply: { status: 201, schema: award },
    errors: ['not_found', 'own_request', 'already_decided', 'already_proposed'],
  }),
  'POST /api/admin/payouts/:id/confirmation': endpoint({
    ...staffWith('call_recipients'),
    summary:
      'Records what the recipient said by telephone or before a witness. Not by the people who proposed, released or handed it over, or hold its cash.',
    params: byId,
    body: z.strictObject({ answer, how: z.enum(RECORDED_WAYS) }),
    reply: ok({ id: z.uuid(), state: z.enum(['confirmed', 'disputed']) }),
    errors: ['not_found', 'own_request', 'already_decided', 'second_administrator_needed', 'number_in_doubt'],
  }),
  'GET /api/admin/cash': endpoint({
    ...staffWith('see_money'),
    summary: 'The administrators, and the cash that each holds for handing over.',
    reply: ok({ items: z.array(cashHolder) }),
  }),
  'POST /api/admin/cash': endpoint({
    ...staffWith('handle_money'),
    summary:
      'Records cash that was drawn from the bank for an administrator, or that they paid in again. Not by the holder.',
    body: z.strictObject({
      holder: z.uuid(),
      direction: z.enum(CASH_DIRECTIONS),
      amount: payableNaira,
      /** Refuses the act if the holder has another amount by now: someone else may have recorded it. Left out: no check. */
      expected_held: naira.optional(),
      on: day,
    }),
    reply: { status: 201, schema: cashHolder },
    errors: ['not_found', 'second_administrator_needed', 'cash_short', 'already_decided', 'idempotency_key_reused'],
    idempotent: true,
  }),
} as const
