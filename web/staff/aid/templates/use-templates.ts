/** Loads the templates of a kind of aid. They are there before the form is drawn: what moves under a finger is pressed by mistake. */
import type { ApplicationDetailsJson } from '../../../../contract/aid/admin.ts'
import { useEndpoint } from '../../desk/queries.ts'
import type { Template } from './template.ts'

/** @returns undefined while they load; none when they could not be loaded, as one can write without them */
export function useTemplates(type: ApplicationDetailsJson['application_type']): readonly Template[] | undefined {
  const { view } = useEndpoint('GET /api/admin/reason-templates', { query: { type } })
  if (view.is === 'loading') return undefined
  return view.is === 'there' ? view.value.items : []
}
