/** The kinds of aid that an organisation offers. */
import { APPLICATION_TYPES } from './application-fields.ts'

/** @returns those that one can ask for now, as the organisation published it */
export const offeredTypes = ({ kinds }: { readonly kinds: Readonly<Record<string, 'offered' | 'closed'>> }) =>
  APPLICATION_TYPES.filter((type) => kinds[type] !== 'closed')

/** Refuses a form that was open while its kind was closed. */
export const TYPE_CLOSED_SENTENCE = 'We take no new requests for this now. Choose something else, or call us.'
