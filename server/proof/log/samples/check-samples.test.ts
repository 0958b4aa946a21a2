/** What `npm run verify` says of a draw, from the entries that everyone reads. */
import { createHash } from 'node:crypto'
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { expect, test } from 'vitest'
import { BEACONS } from '../../../../contract/proof/beacon.ts'
import { readEntries, readHead, treeOf, type ReadLog } from '../../../../contract/proof/audit.ts'
import { readOpening } from '../../../../contract/proof/opening.ts'
import { readClearEntry, type ClearEntry } from '../../../../contract/proof/clear-entries.ts'
import { checkSamples, drawnFaults } from '../../../../contract/proof/samples.ts'
import { everyFact } from '../../../../test/support/every-fact.ts'
import { usePayouts } from '../../../../test/support/paying-out.ts'
import { readOpenings } from '../openings.ts'

const payouts = usePayouts()

const read: ReadLog = async (path) => {
  const response = await payouts.server.app.request(`/log/${path}`)
  return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined
}

test('anyone sees from the log alone how it was drawn, and each change of that', async () => {
  await everyFact(payouts)
  const { head } = await readHead(read)
  const entries: ClearEntry[] = []
  await readEntries(read, head, (first, found) => {
    entries.push(...found.flatMap((entry, at) => readClearEntry(first + at, entry, ['sample']) ?? []))
  })
  const check = (found: readonly ClearEntry[], signatures = true) =>
    checkSamples(found, {
      head,
      readTile: treeOf(read, head.size).readTile,
      signatures: signatures ? bls12_381.shortSignatures : undefined,
    })
  const proves = expect.stringContaining('that of the sandbox, which proves nothing')
  expect(await check(entries)).toEqual({ drawn: 1, faults: [], notes: [proves] })
  const unchecked = expect.stringContaining('was not checked here: it needs the package @noble/curves')
  expect(await check(entries, false)).toEqual({ drawn: 1, faults: [], notes: [unchecked] })

  const changed = (step: string, values: Record<string, string>) =>
    entries.map((entry) =>
      entry.values['step'] === step ? { ...entry, values: { ...entry.values, ...values } } : entry,
    )
  const other = createHash('sha256').update('other').digest('hex')
  const cases: [readonly ClearEntry[], string][] = [
    [entries.filter(({ values }) => values['step'] === 'drawn'), 'drawn without an announcement'],
    [[...entries, ...entries.filter(({ values }) => values['step'] === 'drawn')], 'was drawn 2 times'],
    [changed('drawn', { seed: other }), 'the seed is not the hash'],
    [changed('drawn', { root: other }), 'have a different root'],
    [changed('drawn', { randomness: other }), 'the random value is not the hash of its signature'],
    [changed('drawn', { checkpoint: '1' }), 'the checkpoint does not cover the announcement'],
    [changed('drawn', { period: '2020-Q1' }), 'another quarter was announced'],
    [changed('announced', { round: '123' }), 'the random value existed before the announcement'],
    [changed('announced', { round: '30000000' }), 'the random value was not signed for round 30000000'],
    [changed('announced', { beacon: BEACONS.quicknet.name }), 'was not signed for round'],
    [changed('announced', { beacon: 'dice' }), 'the beacon dice is not known'],
  ]
  for (const [found, words] of cases) expect((await check(found)).faults).toContainEqual(expect.stringContaining(words))

  // What auditors open says which seed each payment was drawn by.
  const openings = (await readOpenings(payouts.server.core)).map(readOpening)
  expect(drawnFaults(entries, openings)).toEqual([])
  const drawn = openings.filter(({ type }) => type === 'sampled').length
  expect(drawn).toBeGreaterThan(10)
  expect(drawnFaults(changed('drawn', { seed: other }), openings)).toHaveLength(drawn)
})
