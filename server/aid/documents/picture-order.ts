/** Messages between picture-queue.ts and its worker. */
import { z } from 'zod'
import { PICTURE_TYPES } from '../../../contract/aid/document-limits.ts'

/** Re-encode the file `from` into the new file `to`. */
export const PictureOrder = z.object({ type: z.enum(PICTURE_TYPES), from: z.string(), to: z.string() })
export type PictureOrder = z.output<typeof PictureOrder>

export const PictureOutcome = z.object({ done: z.boolean(), why: z.string().optional() })
