/** Whatever is sent to the log's addresses and to a witness is answered or refused, and nothing of it is a fault of the server. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useGiving } from '../../../test/support/giving.ts'
import { generator } from '../../../test/support/numbers.ts'
import { makeCheckpoint } from './checkpoints.ts'
import { openWitness } from './witness.ts'
import { witnessEndpoint } from './witness-endpoint.ts'

const giving = useGiving()

const next = generator(19)
const PIECES = [
  '0',
  '999999999999999999999',
  '-1',
  '%00',
  '\u0000',
  '\n',
  '\n\n',
  ' ',
  '../..',
  '.p/',
  'x',
  '\u2014 ',
  'é',
  '😀',
  'old ',
  'AAAA',
  '=',
]

/** Cuts, doubles and replaces pieces of a text. */
function mangle(text: string): string {
  let mangled = text
  for (let times = 1 + next(3); times > 0; times -= 1) {
    const at = next(mangled.length + 1)
    const end = Math.min(mangled.length, at + next(20))
    const piece = next(3) === 0 ? mangled.slice(at, end).repeat(2) : (PIECES[next(PIECES.length)] ?? '')
    mangled = mangled.slice(0, at) + piece + mangled.slice(end)
  }
  return mangled
}

async function signed(): Promise<string> {
  const gift = await giving.start(1000, 'school')
  await giving.pay(gift.reference)
  expect(await giving.verify(gift)).toBe('success')
  return (await makeCheckpoint(giving.server.core)).note
}

test('each address below /log/ is a file of the log or is not found', async () => {
  await signed()
  const statuses = new Set<number>()
  for (let each = 0; each < 400; each += 1) {
    const path = mangle(
      ['tile/0/000.p/1', 'tile/entries/000', 'tile/1/x001/234.p/5', 'checkpoint', 'key'][next(5)] ?? '',
    )
    const answer = await giving.server.app.request(`/log/${encodeURI(path.toWellFormed()).replaceAll('%25', '%')}`)
    statuses.add(answer.status)
  }
  // A path with dots leaves the folder, and is a page of the site.
  expect([...statuses].filter((status) => ![200, 400, 404].includes(status))).toEqual([])
})

test('a witness refuses what is mangled with the statuses of the specification, and keeps nothing of it', async () => {
  const note = await signed()
  const key = (await (await giving.server.app.request('/log/key')).text()).trim()
  const folder = mkdtempSync(join(tmpdir(), 'witness-hostile-'))
  const opened = await openWitness(folder)
  try {
    const now = () => giving.server.clock.now()
    const app = witnessEndpoint({ folder, name: 'example.org/witness', key: opened.key, logs: [key], now })
    const send = async (body: string) => (await app.request('/add-checkpoint', { method: 'POST', body })).status
    const text = note.slice(0, note.indexOf('\n\n'))
    const statuses = new Map<number, number>()
    for (let each = 0; each < 400; each += 1) {
      const body = mangle(`old 0\n\n${note}`)
      const status = await send(body)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      // Text added beside the signed one changes nothing, such as a signature of an unknown key.
      expect([body, status === 200 && !body.includes(text)]).toEqual([body, false])
    }
    expect([...statuses.keys()].filter((status) => ![200, 400, 403, 404, 409, 422].includes(status))).toEqual([])
    expect((statuses.get(400) ?? 0) + (statuses.get(403) ?? 0)).toBeGreaterThan(200)
    expect(await send('x'.repeat(70_000))).toBe(413)
    const kept = readdirSync(folder).filter((name) => name.endsWith('.checkpoint'))
    expect(kept.length).toBeLessThanOrEqual(1)
  } finally {
    opened.unlock()
    rmSync(folder, { recursive: true })
  }
})
