/** Facts that the organisation has not set yet: a live instance must not show our example to donors. */
import type { Organisation } from '../../../contract/platform/organisation.ts'
import { siteOf } from '../../../contract/platform/our-site.ts'
import { readFunds } from '../../money/funds/funds.ts'
import { stepsOf } from '../../office/organisation/changes.ts'
import { readInForce } from '../../office/organisation/publishing.ts'
import type { Core } from '../../platform/core.ts'
import { findingsAbout, type Finding } from './finding.ts'

const { ok, warning } = findingsAbout('organisation')

/** Says nothing while no real money moves. */
export async function checkOrganisation(core: Core): Promise<Finding[]> {
  if (core.env.mode !== 'live') return []
  const { content } = await readInForce(core, core.db)
  const steps = stepsOf(content)
  const left = steps.filter(({ is_done }) => !is_done).map(({ name }) => name)
  return [
    left.length === 0
      ? ok('Everything under Settings → Organisation is set.')
      : warning(
          `Settings → Organisation: ${steps.length - left.length} of ${steps.length} done. Still our example: ${left.join(', ')}.`,
        ),
    ...(await checkExamples(core, content)),
  ]
}

/** Finds what pages mark as an example. */
async function checkExamples({ db }: Core, content: Organisation): Promise<Finding[]> {
  const { figures, stories } = siteOf(content, {}).examples
  const silent = (await readFunds(db)).filter(({ closedAt, paysFor }) => closedAt === null && paysFor.length === 0)
  const shown = [
    ...(stories ? ['the stories'] : []),
    ...(figures ? ['figures beside those that we count'] : []),
    ...silent.map(({ title }) => `what gifts to ${title} pay for`),
  ]
  if (shown.length === 0) return [ok('No page shows an example.')]
  return [
    warning(
      `Donors see examples, marked as such: ${shown.join(', ')}. Replace them under Settings → Organisation and Settings → Funds.`,
    ),
  ]
}
