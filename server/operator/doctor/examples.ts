/** Examples that the built pages still show: a live instance must not show them to donors. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Env } from '../../platform/env/env.ts'
import { codeOf } from '../../platform/db/errors.ts'
import { BUILD_FOLDER } from '../../platform/root.ts'
import { findingsAbout, type Finding } from './finding.ts'

const { ok, warning } = findingsAbout('content')

const PAGES = ['index.html', 'about/index.html', 'success-stories/index.html', 'donate/index.html']

/** Says nothing while no real money moves, or where nothing was built. */
export async function checkExamples({ mode }: Pick<Env, 'mode'>): Promise<Finding[]> {
  if (mode !== 'live') return []
  const pages = await Promise.all(
    PAGES.map((page) => readFile(join(BUILD_FOLDER, page), 'utf8').catch(nothingIfMissing)),
  )
  return findExamples(pages.filter((page) => page !== null))
}

/** @param pages their HTML */
export function findExamples(pages: readonly string[]): Finding[] {
  if (pages.length === 0) return []
  const names = new Set(pages.flatMap((page) => [...page.matchAll(/data-example="(\w+)"/g)].map(([, name]) => name)))
  // The organisation is set under Settings (organisation.ts).
  names.delete('organisation')
  if (names.size === 0) return [ok('No page shows an example.')]
  return [
    warning(
      `Donors see examples, marked as such: ${[...names].join(', ')}. Replace them in web/content/, set them to false in contract/platform/our-site.ts, and build again.`,
    ),
  ]
}

function nothingIfMissing(error: unknown): null {
  if (codeOf(error) === 'ENOENT') return null
  throw error
}
