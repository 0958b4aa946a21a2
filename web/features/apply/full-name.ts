import type { Draft } from './draft.ts'

/** First and last name joined: section 3 of the spec. */
export function fullName({ texts }: Pick<Draft, 'texts'>): string {
  return `${texts.first_name?.trim() ?? ''} ${texts.last_name?.trim() ?? ''}`.trim()
}
