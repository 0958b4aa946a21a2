/** The short form of the faults that cover most. `npm run faults -- --short` runs the short form of all of them. */
import { expect, test } from 'vitest'
import { FAULTS } from '../../faults/faults.ts'
import { isKept } from '../../faults/outcome.ts'

// Everything that a fault waits for has its own limit. This one is for a machine that does much else.
const TIMEOUT_MILLISECONDS = 600_000

test.each(['kill-embedded', 'kill-postgres', 'provider'])(
  '%s: every promise holds',
  { timeout: TIMEOUT_MILLISECONDS },
  async (name) => {
    const outcome = await FAULTS[name]?.short?.()
    expect(outcome?.findings).not.toHaveLength(0)
    expect(outcome?.findings.filter((finding) => !isKept(finding))).toEqual([])
  },
)
