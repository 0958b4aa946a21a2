/** The demo's gifts are in the sandbox too, as if they had been paid there. */
import { expect, test } from 'vitest'
import { newAdministrator } from '../../../test/support/administering.ts'
import { useGiving } from '../../../test/support/giving.ts'
import { hours, seconds } from '../../platform/clock.ts'
import { fillWithDemo } from '../demo/demo.ts'

const JOBS = /^(payments|settlements|matching|bank|payouts|sandbox)/

const giving = useGiving()

test('an instance full of demo gifts matches its provider, and all but the latest are settled', async () => {
  const { core } = giving.server
  await fillWithDemo({ ...core, env: { ...core.env, mode: 'sandbox' } })
  await giving.server.runJobs(JOBS)
  await giving.server.pass(hours(1), JOBS)
  const zainab = await newAdministrator(giving.server, 'zainab')
  expect((await zainab.call('POST', '/api/admin/books/matches')).status).toBe(201)
  await giving.server.pass(seconds(5), JOBS)
  expect((await zainab.call('GET', '/api/admin/books/match')).body).toMatchObject({
    state: 'complete',
    differences: [],
  })
  expect(await giving.balance('bank')).toBeLessThan(0n)
}, 240_000)
