/** Payees: the bank accounts that receive what is granted. Account numbers are never answered whole. */
import { z } from 'zod'
import { actor, staffWith, byId } from '../platform/administration.ts'
import { proposal } from '../people/decisions.ts'
import { endpoint, signedIn } from '../platform/endpoint.ts'
import { ok, timestamp, nameText, personText } from '../platform/fields.ts'
import {
  NAME_MATCHES,
  PAYEE_CHANGES,
  PAYEE_DOUBTS,
  PAYEE_KINDS,
  RECEIVER_NAME_CHARACTERS_MAX,
  RELATIONS,
  VENDOR_KINDS,
  VENDOR_NAME_CHARACTERS_MAX,
} from './payee-fields.ts'

const account = {
  bank_code: z.string().regex(/^\d{3,6}$/, 'Choose a bank.'),
  account_number: z.string().regex(/^\d{10}$/, 'Enter the 10 digits of the account number.'),
}
/** As the bank gave it, and as the person who names the account has read it. */
const accountName = z.string().min(1, 'Confirm the name of the account.').max(200)

const RESOLVING_ERRORS = ['account_not_found', 'provider_unavailable'] as const

const ownPayee = z.strictObject({
  bank_name: z.string(),
  /** The last four digits. */
  account_ending: z.string(),
  account_name: z.string(),
  /** Nothing is sent there before this time. */
  usable_from: timestamp,
  /** The bank gives another name now, or none: nothing is sent until it is named again, or the bank gives the name again. */
  doubt: z.enum(PAYEE_DOUBTS).nullable(),
  /** Two administrators check it first: the names differ in part, another request names the same account, or it is someone else's. */
  needs_check: z.boolean(),
  /** Whose it is, where it is not the applicant's own. */
  receiver: z.strictObject({ name: z.string(), relation: z.enum(RELATIONS) }).nullable(),
})

/** The applicant's choice of how to receive it. */
const receiving = z.strictObject({
  payee: ownPayee.nullable(),
  /** Null: by the account, once one is named. */
  wish: z
    .discriminatedUnion('way', [
      z.strictObject({ way: z.literal('cash') }),
      z.strictObject({
        way: z.literal('vendor'),
        kind: z.enum(VENDOR_KINDS),
        name: z.string(),
        bank_name: z.string(),
        account_ending: z.string(),
        needs_check: z.boolean(),
      }),
    ])
    .nullable(),
})

const vendor = z.strictObject({
  kind: z.enum(VENDOR_KINDS),
  name: nameText(VENDOR_NAME_CHARACTERS_MAX).min(1, 'Enter the name of the vendor.'),
  ...account,
  account_name: accountName,
})

const payee = z.strictObject({
  id: z.uuid(),
  kind: z.enum(PAYEE_KINDS),
  /** The request of the applicant whose account it is, or of the person who receives it for them. */
  application_id: z.uuid().nullable(),
  /** The relation to the applicant of the person who receives it for them. */
  relation: z.enum(RELATIONS).nullable(),
  /** Only for a vendor: an applicant asks us to pay it. */
  by_applicant: z.boolean(),
  /** The name that the bank's was compared with: the applicant's, as a reviewer approved it, or the vendor's. */
  name: z.string(),
  /** The name that the bank gave. Empty once the account with us was closed. */
  account_name: z.string(),
  bank_name: z.string(),
  account_ending: z.string(),
  match: z.enum(NAME_MATCHES),
  /** Another applicant had named the same account. */
  shared: z.boolean(),
  usable_from: timestamp,
  created_at: timestamp,
  needs_check: z.boolean(),
  /** `before`: the approved name, or the last digits of the account before. */
  changes: z.array(z.strictObject({ what: z.enum(PAYEE_CHANGES), before: z.string(), at: timestamp })),
  /** The first check, while it waits for a second person. */
  proposal: proposal.nullable(),
  confirmed_by: actor.nullable(),
  may_check: z.boolean(),
})

export const payeeEndpoints = {
  'GET /api/banks': endpoint({
    ...signedIn('accounts'),
    summary: 'The banks that can receive money.',
    reply: ok({ items: z.array(z.strictObject({ code: z.string(), name: z.string() })) }),
    errors: ['provider_unavailable'],
  }),
  'POST /api/banks/account-name': endpoint({
    ...signedIn('account_names'),
    summary: 'The name on an account, as its bank gives it, so that its owner can say whether it is right.',
    body: z.strictObject(account),
    reply: ok({ account_name: z.string() }),
    errors: RESOLVING_ERRORS,
  }),
  'GET /api/applications/:id/payee': endpoint({
    ...signedIn('accounts'),
    summary: 'How the applicant wants to receive what is granted: the account that they named, or another way.',
    params: byId,
    reply: { status: 200, schema: receiving },
    errors: ['not_found'],
  }),
  'POST /api/applications/:id/payee': endpoint({
    ...signedIn('account_names'),
    summary:
      'The applicant names the account that shall receive what is granted: their own, or that of someone who receives it for them. A changed account waits.',
    params: byId,
    body: z.strictObject({
      ...account,
      account_name: accountName,
      receiver: z
        .strictObject({
          name: nameText(RECEIVER_NAME_CHARACTERS_MAX).min(1, 'Enter their name.'),
          relation: z.enum(RELATIONS),
        })
        .optional(),
    }),
    reply: { status: 200, schema: ownPayee },
    errors: ['not_found', 'account_name_changed', 'account_name_differs', ...RESOLVING_ERRORS],
  }),
  'POST /api/applications/:id/payee/cash': endpoint({
    ...signedIn('accounts'),
    summary: 'The applicant asks for cash.',
    params: byId,
    reply: { status: 200, schema: receiving },
    errors: ['not_found'],
  }),
  'POST /api/applications/:id/payee/vendor': endpoint({
    ...signedIn('account_names'),
    summary: 'The applicant asks us to pay a vendor. Two administrators confirm its account before it is used.',
    params: byId,
    body: vendor,
    reply: { status: 200, schema: receiving },
    errors: ['not_found', 'account_name_changed', ...RESOLVING_ERRORS],
  }),
  'GET /api/admin/payees': endpoint({
    ...staffWith('see_requests'),
    summary:
      'Accounts of applicants and of vendors that need a check, those of open requests first, then other vendors, newest first. Reading is audited.',
    query: z.strictObject({
      /** A part of the name, of the name that the bank gave, or of the last digits. */
      search: personText(100).optional(),
    }),
    reply: ok({
      items: z.array(payee),
      /** There are more than the 200 that are shown: a search finds them. */
      more: z.boolean(),
    }),
  }),
  'POST /api/admin/payees': endpoint({
    ...staffWith('propose_payments'),
    summary: 'Proposes the account of a vendor. A second administrator must confirm it.',
    body: vendor,
    reply: { status: 201, schema: payee },
    errors: ['account_name_changed', ...RESOLVING_ERRORS],
  }),
  'POST /api/admin/payees/:id/check': endpoint({
    ...staffWith('propose_payments'),
    summary: 'An administrator has compared the names of an account. A second one must confirm it.',
    params: byId,
    reply: { status: 200, schema: payee },
    errors: ['not_found', 'own_request', 'already_decided', 'already_proposed'],
  }),
} as const
