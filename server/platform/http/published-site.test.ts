/** Pages carry the funds of now: of two people's decisions, without a publication, and also where nothing can be stored. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newFund, setFund } from '../../../test/support/funds.ts'
import { usePayouts } from '../../../test/support/paying-out.ts'
import { createApp } from '../../app.ts'
import { BUILD_FOLDER } from '../root.ts'

const payouts = usePayouts()

test('a fund is a choice without script once it is open and none once it is closed, stored or not', async () => {
  const { core } = payouts.server
  const { db } = core
  const { app } = createApp(core, { pagesFolder: BUILD_FOLDER })
  const page = async (address: string, by = app) => {
    const answer = await by.request(address)
    expect(answer.status).toBe(200)
    return answer.text()
  }
  const offer = '<option value="water">Clean Water</option>'
  const staff = await payouts.administrators('halima', 'musa')
  expect(await page('/donate')).not.toContain(offer)
  await setFund(payouts, staff, newFund())
  await db.execute(sql`alter table rendered_sites add constraint refused check (version < 0)`)
  await core.organisation.refresh()
  expect(await page('/donate')).toContain(offer)
  expect(payouts.server.logged()).toContain('the rendered pages were not stored')
  expect(await page('/transparency')).not.toMatch(/\(figure \w+\)/)

  await db.execute(sql`alter table rendered_sites drop constraint refused`)
  const another = createApp(core, { pagesFolder: BUILD_FOLDER }).app
  expect(await page('/donate', another)).toContain(offer)
  expect(await db.$count(sql`rendered_sites`, sql`shows = ${core.organisation.shows}`)).toBe(1)

  await setFund(payouts, staff, newFund({ new: false, open: false }))
  await core.organisation.refresh()
  // Keeps serving earlier pages where new ones cannot be read.
  await db.execute(sql`alter table rendered_sites rename to away`)
  expect(await page('/donate', another)).toContain(offer)
  await db.execute(sql`alter table away rename to rendered_sites`)
  expect(await page('/donate')).not.toContain(offer)
  expect(await db.$count(sql`rendered_sites`)).toBe(1)
})
