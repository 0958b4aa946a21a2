/** HTTP for the templates of reasons. */
import { typesOf } from '../../../../contract/aid/offered-types.ts'
import { reasonTemplateEndpoints } from '../../../../contract/aid/reason-templates.ts'
import { administering } from '../../../record/audit/audit.ts'
import type { Core } from '../../../platform/core.ts'
import { serveEndpoints } from '../../../platform/http/endpoints.ts'
import { editTemplate, readTemplates } from './templates.ts'
import { preview } from './wording.ts'

export function reasonRoutes(core: Core) {
  return serveEndpoints(core, reasonTemplateEndpoints, {
    'GET /api/admin/reason-templates': async ({ query: { type } }) => {
      const types = type === undefined ? typesOf(core.organisation.shown.aid) : [type]
      return { items: (await Promise.all(types.map((each) => readTemplates(core.db, each)))).flat() }
    },
    'PUT /api/admin/reason-templates': (call) => editTemplate(core, administering(call), call.body),
    'POST /api/admin/applications/:id/preview': (call) => preview(core, call.caller.userId, call.params.id, call.body),
  })
}
