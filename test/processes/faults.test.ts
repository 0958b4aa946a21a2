/** The short form of the faults that cover most. `npm run faults -- --short` runs the short form of all of them. */
import { expect, test } from 'vitest'
import { FAULTS } from '../../faults/faults.ts'
import { isKept } from '../../faults/outcome.ts'

// Each wait within a fault has its own limit. This one allows for a busy machine.
const TIMEOUT_MILLISECONDS = 600_000

test.each(['kill-embedded', 'kill-postgres', 'provider', 'payouts', 'proving'])(
  '%s: every promise holds',
  { timeout: TIMEOUT_MILLISECONDS },
  async (name) => {
    const outcome = await FAULTS[name]?.short?.()
    expect(outcome?.findings).not.toHaveLength(0)
    expect(outcome?.findings.filter((finding) => !isKept(finding))).toEqual([])
  },
)
