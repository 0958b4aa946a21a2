/** Pages of a list, with `limit` and `cursor`: the same for all lists. */
import { z } from 'zod'
import { TAGGED_TOTAL_BEYOND, TOTAL_BEYOND, TOTAL_MAX } from './admin-fields.ts'

const PAGE_ITEMS_MAX = 200
const PAGE_ITEMS_DEFAULT = 50
const LIMIT_SENTENCE = `Enter a number from 1 to ${PAGE_ITEMS_MAX}.`

/** The query of a list. Strict, because a misspelt `cursor` would return the first page again. */
export const pageQuery = z.strictObject({
  limit: z
    .string()
    .regex(/^\d{1,4}$/, LIMIT_SENTENCE)
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= PAGE_ITEMS_MAX, LIMIT_SENTENCE)
    .default(PAGE_ITEMS_DEFAULT),
  /** The `next_cursor` of the previous page. */
  cursor: z.string().max(200).optional(),
})

/** A page of a list. `next_cursor` is null on the last page. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.strictObject({ items: z.array(item), next_cursor: z.string().nullable() })
}

/** The number of rows: exact up to 10,000, then `10000+`; of the requests of a tag exact up to 200, then `200+`. */
export const countedTotal = z.union([
  z.number().int().nonnegative().max(TOTAL_MAX),
  z.enum([TOTAL_BEYOND, TAGGED_TOTAL_BEYOND]),
])

/** A page of an administrators' list, with the total number of rows. */
export function countedPageOf<Item extends z.ZodType>(item: Item) {
  return z.strictObject({ ...pageOf(item).shape, total: countedTotal })
}

/** The filters of a list as the server reads them. */
export type FiltersOf<Filters extends z.ZodRawShape> = z.output<z.ZodObject<Filters>>
