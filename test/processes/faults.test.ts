/** Servers that are killed in the middle of a payment: a shorter form than the short one, which `npm run nightly` runs of all faults. */
import { expect, test } from 'vitest'
import { killServers } from '../../faults/kill.ts'
import { isKept } from '../../faults/outcome.ts'
import { payOut } from '../../faults/payouts.ts'

// Each wait within a fault has its own limit. This one allows for a busy machine.
const TIMEOUT_MILLISECONDS = 600_000

test.each([
  ['kill-embedded', () => killServers({ engine: 'embedded', rounds: 1, closesTabs: false })],
  ['payouts', () => payOut({ awards: 20, releases: 6, kills: 2 })],
])('%s: every promise holds', { timeout: TIMEOUT_MILLISECONDS }, async (_name, run) => {
  const { findings } = await run()
  expect(findings).not.toHaveLength(0)
  expect(findings.filter((finding) => !isKept(finding))).toEqual([])
})
