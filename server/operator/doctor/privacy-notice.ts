/** Whether the privacy notice states the configured retention periods. Erasing later or earlier than promised is a breach of it. */
import { policiesOf } from '../../../contract/platform/our-policies.ts'
import { readInForce } from '../../office/organisation/publishing.ts'
import type { Core } from '../../platform/core.ts'
import { DEFAULT_PERIODS, describePeriods } from '../../platform/env/retention.ts'
import { findingsAbout, type Finding } from './finding.ts'

const { warning } = findingsAbout('privacy')

/** Says nothing while every period is the default, which the notice may state in another language. */
export async function checkPrivacyNotice(core: Core): Promise<Finding[]> {
  const { privacy } = policiesOf((await readInForce(core, core.db)).content)
  return compareNotice(privacy.sections.map(({ text }) => text).join('\n'), describePeriods(core.env.retention))
}

/** @param periods in words, by the names of their settings */
export function compareNotice(stated: string, periods: typeof DEFAULT_PERIODS): Finding[] {
  // Two settings of the same period need two sentences.
  const needed = Map.groupBy(Object.values(periods), (period) => period)
  return Object.entries(periods).flatMap(([name, period]) => {
    const times = [...stated.matchAll(new RegExp(`(?<!\\d)${period}\\b`, 'g'))].length
    if (Object.entries(DEFAULT_PERIODS).some(([known, same]) => known === name && same === period)) return []
    if (times >= (needed.get(period) ?? []).length) return []
    return warning(
      `${name} is ${period}, and the privacy notice does not say so. Change it under Settings → Organisation → Texts.`,
    )
  })
}
