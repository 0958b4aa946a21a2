/** Checks replies by their schemas on the pages of administrators. Loaded after the page: the schemas are as large as the queue. */
import { z } from 'zod'
import { api } from '../../../contract/api.ts'
import { checkReplies } from '../../api/client.ts'

// Our content security policy forbids the code that zod would compile.
z.config({ jitless: true })

checkReplies((key, reply) => {
  const { success, error } = api[key].reply.schema.safeParse(reply)
  if (error) console.warn(`The reply to ${key} is not as declared.`, error.issues)
  return success
})
