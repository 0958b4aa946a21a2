/** Reading a request or a message is recorded when it is shown, and not when the page that shows it loads it again. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { LOOK_HOURS } from '../../../contract/platform/administration.ts'
import {
  newAdministrator,
  readAudit,
  signInAdministrator,
  type Administrator,
} from '../../../test/support/administering.ts'
import { newPerson } from '../../../test/support/asking.ts'
import { useServer } from '../../../test/support/own-server.ts'
import { newKey, type TestServer } from '../../../test/support/server.ts'
import { hours } from '../../platform/clock.ts'

let server: TestServer
let halima: Administrator
let musa: Administrator
const Page = z.object({ items: z.array(z.looseObject({ id: z.string() })) })
const ids: Record<string, string> = {}
useServer(async (emptied) => {
  server = emptied
  halima = await newAdministrator(server)
  musa = await newAdministrator(server, 'musa')
  ids['applications'] = await (await newPerson(server)).askLater({})
  const from = { first_name: 'Amina', last_name: 'Yusuf', email: 'amina@mail.example' }
  await server.call('POST', '/api/contact-messages', { ...from, subject: 'Hours', message: 'When?' }, newKey())
  const { items } = Page.parse((await halima.call('GET', '/api/admin/contact-messages')).body)
  ids['contact-messages'] = items[0]?.id ?? ''
})

const READS = [
  ['applications', 'application.read'],
  ['contact-messages', 'message.read'],
] as const

test.each(READS)('%s: each look of each person is one row, whatever the page says', async (list, action) => {
  const read = async (by: Administrator, purpose: string) => {
    const { status } = await by.call('GET', `/api/admin/${list}/${ids[list]}${purpose}`)
    const events = await readAudit(server)
    return [status, events.filter((event) => event.action === action && event.actor_id === by.userId).length]
  }
  const again = '?purpose=again'
  expect(await read(halima, '')).toEqual([200, 1])
  expect(await read(halima, again)).toEqual([200, 1])
  // The page is opened anew.
  expect(await read(halima, '')).toEqual([200, 2])
  expect(await read(halima, again)).toEqual([200, 2])
  // Saying that it is shown already hides no first look.
  expect(await read(musa, again)).toEqual([200, 1])
  expect(await read(musa, again)).toEqual([200, 1])
  server.clock.advance(hours(LOOK_HOURS))
  expect(await read(await signInAdministrator(server, 'halima'), again)).toEqual([200, 3])
})

test('a request that was only loaded ahead is not opened, and loading it again opens it', async () => {
  const read = (purpose: string) =>
    halima.call('GET', `/api/admin/applications/${ids['applications']}?purpose=${purpose}`)
  await read('prepare')
  await read('again')
  const actions = (await readAudit(server)).map(({ action }) => action)
  expect(actions).toEqual(['application.prepared', 'application.read'])
})
