/** Proposes another name of the organisation; renders what is in force. */
import { z } from 'zod'
import { namePolicies } from '../../server/platform/rendering/policies.ts'
import { makeSite } from '../../server/platform/rendering/site-files.ts'
import type { Administrator } from './administering.ts'
import type { TestServer } from './server.ts'

const Drafted = z.object({ draft: z.looseObject({ revision: z.number(), content: z.looseObject({}) }) })

export async function proposeName(by: Administrator) {
  const { draft } = Drafted.parse((await by.call('GET', '/api/admin/organisation')).body)
  const content = { ...draft.content, name: 'Nakowa Relief' }
  await by.call('PUT', '/api/admin/organisation/draft', { revision: draft.revision, content })
  const body = { revision: draft.revision + 1, reason: 'We begin.' }
  return by.call('POST', '/api/admin/organisation/publish', body)
}

export async function renderShown({ core, clock }: TestServer) {
  return makeSite(core.db, await namePolicies(core.db, core.organisation.shown, clock.now()))
}
