/** A row of the data map (rows.ts), and the comment on a table that it is read from. */
import { z } from 'zod'

/** Recipients of data other than the person. The record of processing names those that the instance is set up with. */
const RECIPIENTS = ['administrators', 'captcha', 'identity', 'mail', 'payments', 'store', 'texts'] as const
export type Recipient = (typeof RECIPIENTS)[number]

/** Whose data it is. */
const PEOPLE = [
  'account holders',
  'administrators',
  'people who ask for aid',
  'donors',
  'people whose address another person used',
  'people their papers are about, such as a child',
  'visitors',
  'people who write to us',
] as const

/** The lawful bases: the paragraphs of section 25(1) of the Nigeria Data Protection Act, 2023; for papers about health, section 30(1)(a) as well. */
export const BASES = {
  consent: 'consent (s. 25(1)(a), 30(1)(a))',
  contract: 'to perform what the person requested (s. 25(1)(b)(i))',
  legal: 'legal obligation (s. 25(1)(b)(ii))',
  interest: 'legitimate interest (s. 25(1)(b)(v))',
} as const

const list = <Values extends readonly [string, ...string[]]>(values: Values, separator: string) =>
  z
    .string()
    .transform((text) => text.split(separator))
    .pipe(z.array(z.enum(values)))

const bases = z
  .string()
  .transform((text) => text.split(', '))
  .pipe(z.array(z.enum(['consent', 'contract', 'legal', 'interest']).transform((basis) => BASES[basis])))

export const Comment = z.strictObject({
  /** As Markdown, like the other texts of a row. */
  what: z.string().min(1),
  /** A place that is not a table, such as the browser; may be empty. */
  elsewhere: z.string().default(''),
  why: z.string().min(1),
  /** `{RETENTION_…}` is that setting's period. */
  kept: z.string().min(1),
  /** Empty: the row holds no personal data. */
  people: list(PEOPLE, '; ').default([]),
  /** The lawful basis. */
  basis: bases.default([]),
  /** Empty: no one else. */
  recipients: list(RECIPIENTS, ', ').default([]),
})

export interface DataMapRow extends z.output<typeof Comment> {
  readonly tables: readonly string[]
}
