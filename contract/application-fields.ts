/**
 * The rules of an aid application that the pages share with the server: in a file of their own, so that no schema travels
 * with them. The words for types, urgencies and statuses are in `web/words`, under these same names.
 */
import type { Kobo } from './money.ts'

/** Section 9 of the spec, in its order. */
export const APPLICATION_TYPES = ['schoolfees', 'medical_fee', 'shelter', 'food', 'financial_aid', 'other'] as const
export type ApplicationType = (typeof APPLICATION_TYPES)[number]

/** Section 9 of the spec. Naming one is optional. */
export const URGENCIES = ['low', 'medium', 'high', 'critical'] as const
export type Urgency = (typeof URGENCIES)[number]

/** Section 4 of the spec. An application begins as pending; any status may follow any other. */
export const APPLICATION_STATUSES = ['pending', 'approved', 'rejected', 'under_review'] as const
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number]

export const DESCRIPTION_CHARACTERS_MAX = 5000
/** As long as a profile's address, which it is when the request names none. */
export const LOCATION_CHARACTERS_MAX = 500

/** Of the label that says what a document is. How many there may be is in document-limits.ts. */
export const DOCUMENT_LABEL_CHARACTERS_MAX = 100

/** ₦0 is the spec's minimum; ₦100,000,000 is more than any single request, and keeps a slipped finger out of the sums. */
export const AMOUNT_REQUESTED_KOBO_MAX: Kobo = 10_000_000_000n
