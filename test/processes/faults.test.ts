/** The short form of every fault of `npm run faults`: the same code with smaller numbers. */
import { expect, test } from 'vitest'
import { FAULTS } from '../../faults/faults.ts'
import { isKept } from '../../faults/outcome.ts'

for (const [name, { short }] of Object.entries(FAULTS)) {
  if (short === null) continue
  test(`${name}: every promise holds`, async () => {
    const { findings } = await short()
    expect(findings).not.toEqual([])
    expect(findings.filter((finding) => !isKept(finding))).toEqual([])
  })
}
