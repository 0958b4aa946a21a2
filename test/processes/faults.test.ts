/** The short form of the faults that kill servers in the middle of a payment. `npm run nightly` runs that of all of them. */
import { expect, test } from 'vitest'
import { FAULTS } from '../../faults/faults.ts'
import { isKept } from '../../faults/outcome.ts'

// Each wait within a fault has its own limit. This one allows for a busy machine.
const TIMEOUT_MILLISECONDS = 600_000

test.each(['kill-embedded', 'payouts'])('%s: every promise holds', { timeout: TIMEOUT_MILLISECONDS }, async (name) => {
  const outcome = await FAULTS[name]?.short()
  expect(outcome?.findings).not.toHaveLength(0)
  expect(outcome?.findings.filter((finding) => !isKept(finding))).toEqual([])
})
