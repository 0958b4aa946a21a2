/** Whether the built privacy notice states the configured retention periods. Erasing later or earlier than promised is a breach of it. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Env } from '../../platform/env/env.ts'
import { DEFAULT_PERIODS, describePeriods } from '../../platform/env/retention.ts'
import { codeOf } from '../../platform/db/errors.ts'
import { BUILD_FOLDER } from '../../platform/root.ts'
import { findingsAbout, type Finding } from './finding.ts'

const { warning } = findingsAbout('privacy')

/** Says nothing while every period is the default, which the notice of a fresh copy states in the operator's own language. */
export async function checkPrivacyNotice({ retention }: Env): Promise<Finding[]> {
  const page = await readFile(join(BUILD_FOLDER, 'privacy/index.html'), 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  })
  return page === null ? [] : compareNotice(page, describePeriods(retention))
}

/** @param periods in words, by the names of their settings */
export function compareNotice(page: string, periods: typeof DEFAULT_PERIODS): Finding[] {
  const stated = page.replaceAll(/<[^>]*>/g, ' ')
  // Two settings of the same period need two sentences.
  const needed = Map.groupBy(Object.values(periods), (period) => period)
  return Object.entries(periods).flatMap(([name, period]) => {
    const times = [...stated.matchAll(new RegExp(`(?<!\\d)${period}\\b`, 'g'))].length
    if (Object.entries(DEFAULT_PERIODS).some(([known, same]) => known === name && same === period)) return []
    if (times >= (needed.get(period) ?? []).length) return []
    return warning(
      `${name} is ${period}, and the privacy notice does not say so. Change web/content/privacy.ts and its version, and build again.`,
    )
  })
}
