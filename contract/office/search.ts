/** The search of the bar: requests, people, payouts and calls by what a person on the telephone can say. */
import { z } from 'zod'
import { APPLICATION_STATUSES } from '../aid/handling-fields.ts'
import { applicationType } from '../aid/application-type.ts'
import { PAYOUT_STATES } from '../aid/payout-fields.ts'
import { staffWith } from '../platform/administration.ts'
import { endpoint } from '../platform/endpoint.ts'
import { ok, naira, personText } from '../platform/fields.ts'
import { SEARCH_CHARACTERS_MIN } from '../platform/admin-fields.ts'

const person = { id: z.uuid(), full_name: z.string() }

const result = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('request'),
    ...person,
    case_number: z.string(),
    application_type: applicationType,
    status: z.enum(APPLICATION_STATUSES),
  }),
  /** The telephone number is masked, as in the list of beneficiaries. */
  z.strictObject({ kind: z.literal('person'), ...person, phone: z.string() }),
  z.strictObject({
    kind: z.literal('payout'),
    ...person,
    case_number: z.string(),
    slip: z.string().nullable(),
    amount: naira,
    state: z.enum(PAYOUT_STATES),
  }),
  /** A recipient to call. */
  z.strictObject({ kind: z.literal('call'), ...person, slip: z.string(), phone: z.string() }),
])

/** A find of any kind. */
export type SearchResult = z.output<typeof result>

export const searchEndpoints = {
  'GET /api/admin/search': endpoint({
    ...staffWith('use_desk'),
    summary:
      'Finds by a name, a telephone number in any notation, a case number, a slip or an amount: requests and people for those who see requests, payouts for those who see money, and recipients to call for callers. The best kind first, at most 5 of each. Reading is audited.',
    query: z.strictObject({
      search: personText(100).trim().pipe(z.string().min(SEARCH_CHARACTERS_MIN, 'Enter at least 2 characters.')),
    }),
    reply: ok({ items: z.array(result) }),
  }),
} as const
