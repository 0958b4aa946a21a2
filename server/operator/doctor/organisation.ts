/** What the organisation has not set yet: a live instance must not show our example to donors. */
import { stepsOf } from '../../office/organisation/changes.ts'
import { readInForce } from '../../office/organisation/publishing.ts'
import type { Core } from '../../platform/core.ts'
import { findingsAbout, type Finding } from './finding.ts'

const { ok, warning } = findingsAbout('organisation')

/** Says nothing while no real money moves. */
export async function checkOrganisation(core: Core): Promise<Finding[]> {
  if (core.env.mode !== 'live') return []
  const steps = stepsOf((await readInForce(core, core.db)).content)
  const left = steps.filter(({ is_done }) => !is_done).map(({ name }) => name)
  if (left.length === 0) return [ok('Everything under Settings → Organisation is set.')]
  return [
    warning(
      `Settings → Organisation: ${steps.length - left.length} of ${steps.length} done. Still our example: ${left.join(', ')}.`,
    ),
  ]
}
