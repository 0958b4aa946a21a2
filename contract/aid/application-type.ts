/** The kind of aid that a request asks for, in the API. */
import { z } from 'zod'
import { ROW_KEY } from '../platform/named-row-limits.ts'

export const NO_TYPE_SENTENCE = 'There is no such kind of aid.'

/** The key of a kind. The server refuses one that does not exist, and a closed one for a new request. */
export const applicationType = z
  .string()
  .regex(ROW_KEY, NO_TYPE_SENTENCE)
  .meta({
    id: 'ApplicationType',
    description: "A kind of aid: one of the spec's six, or one that the organisation has named beside them.",
    examples: ['food'],
  })
