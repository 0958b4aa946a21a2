/** The short form of the faults that cover most. `npm run faults -- --short` runs the short form of all of them. */
import { expect, test } from 'vitest'
import { FAULTS } from '../../faults/faults.ts'
import { isKept } from '../../faults/outcome.ts'

test.each(['kill-embedded', 'kill-postgres', 'provider'])('%s: every promise holds', async (name) => {
  const outcome = await FAULTS[name]?.short?.()
  expect(outcome?.findings).not.toHaveLength(0)
  expect(outcome?.findings.filter((finding) => !isKept(finding))).toEqual([])
})
