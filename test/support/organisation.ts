/** Proposes another name of the organisation. */
import { z } from 'zod'
import type { Administrator } from './administering.ts'

const Drafted = z.object({ draft: z.looseObject({ revision: z.number(), content: z.looseObject({}) }) })

export async function proposeName(by: Administrator) {
  const { draft } = Drafted.parse((await by.call('GET', '/api/admin/organisation')).body)
  const content = { ...draft.content, name: 'Nakowa Relief' }
  await by.call('PUT', '/api/admin/organisation/draft', { revision: draft.revision, content })
  const body = { revision: draft.revision + 1, reason: 'We begin.' }
  return by.call('POST', '/api/admin/organisation/publish', body)
}
