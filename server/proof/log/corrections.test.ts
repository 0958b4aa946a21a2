/** Figures of an earlier version that said 0 where nothing was published: the log keeps them, and another entry corrects them. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { audit, readEntries, readHead, type ReadLog } from '../../../contract/proof/audit.ts'
import { readClearEntry, type ClearEntry } from '../../../contract/proof/clear-entries.ts'
import { checkCorrections } from '../../../contract/proof/corrections.ts'
import { readOpening } from '../../../contract/proof/opening.ts'
import { insertEarlierTotals } from '../../../test/support/earlier-totals.ts'
import { usePayouts } from '../../../test/support/paying-out.ts'
import { makeCheckpoint } from './checkpoints.ts'
import { readOpenings } from './openings.ts'

const payouts = usePayouts()
const readLog: ReadLog = async (path) => {
  const answer = await payouts.server.app.request(`/log/${path}`)
  return answer.status === 404 ? undefined : new Uint8Array(await answer.arrayBuffer())
}

test('a false figure of the log is corrected by an entry, in the API, for everyone who checks the log and for auditors', async () => {
  const { server } = payouts
  const { core, clock } = server
  const at = clock.now()
  const day = at.toISOString().slice(0, 10)
  await insertEarlierTotals(core, 'all', at)
  // One that was published, and is not in the log yet, never gets there.
  await core.db.execute(
    sql`insert into published_outflows (scope, published_at, promised, paid_out, lost, granted_until, format, households)
        values ('food', ${at.toISOString()}::timestamptz, 5, 0, 0, ${at.toISOString()}::timestamptz, 1, 10)`,
  )
  const get = async (path: string) => (await server.call('GET', path)).body
  const unknown = { promised: null, paid_out: null, lost: null }
  const correction = {
    scope: 'all',
    day,
    entry: 0,
    corrected_by: null,
    corrected: unknown,
    said: { promised: 5_850, paid_out: 0, lost: 0 },
  }
  expect((await get('/api/transparency/months'))['corrections']).toEqual([correction])
  expect(await get('/api/funds')).toMatchObject({ together: unknown })

  await makeCheckpoint(core)
  await makeCheckpoint(core)
  const { head } = await readHead(readLog)
  const clear: ClearEntry[] = []
  const leaves = await readEntries(readLog, head, (first, entries) => {
    for (const [place, entry] of entries.entries()) {
      const found = readClearEntry(first + place, entry, ['totals', 'correction'])
      if (found) clear.push(found)
    }
  })
  expect(clear.map(({ values }) => values)).toEqual([
    { type: 'totals', scope: 'all', day, promised: '585000', paid_out: '0', lost: '0', unanswered: '' },
    { type: 'correction', corrects: '0', scope: 'all', day, promised: '', paid_out: '', lost: '' },
  ])
  expect((await get('/api/transparency/months'))['corrections']).toEqual([
    { ...correction, corrected_by: clear[1]?.index },
  ])
  expect(checkCorrections(clear)).toEqual({ corrected: 1, faults: [] })
  const other = clear.map(({ index, values }) => ({ index, values: { ...values, corrects: '1' } }))
  expect(checkCorrections(other).faults).toEqual([
    `correction ${clear[1]?.index}: entry 1 is not the figure that it corrects`,
  ])
  const openings = (await readOpenings(core)).map(readOpening)
  expect((await audit(leaves, openings)).faults).toEqual([])
  expect(z.array(z.string()).parse(openings.map(({ type }) => type))).toEqual(['totals', 'correction'])
})
