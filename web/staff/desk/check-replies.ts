/** Checks replies by their schemas on the pages of administrators. Loaded after the page: the schemas are as large as the queue. */
import { z } from 'zod'
import { api } from '../../../contract/api.ts'
import { ApiProblem, checkReplies, UNREADABLE } from '../../api/client.ts'
import { otherVersion } from '#words/office/other-version.ts'

// Our content security policy forbids the code that zod would compile.
z.config({ jitless: true })

checkReplies((key, reply, status) => {
  const { error } = api[key].reply.schema.safeParse(reply)
  if (!error || error.issues.every(isAddition)) return
  console.warn(`The reply to ${key} is not as declared.`, error.issues)
  throw new ApiProblem(status, { ...UNREADABLE, sentence: otherVersion }, undefined)
})

/** Fields that a newer server sends besides those that this page knows: nothing of what it shows is wrong. */
function isAddition(issue: z.core.$ZodIssue): boolean {
  if (issue.code === 'invalid_union') return issue.errors.some((each) => each.length > 0 && each.every(isAddition))
  return issue.code === 'unrecognized_keys'
}
