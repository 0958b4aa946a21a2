/** Pages carry the funds of now: of two people's decisions, without a publication, and also where nothing can be stored. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { newFund, setFund } from '../../../test/support/funds.ts'
import { proposeName } from '../../../test/support/organisation.ts'
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

test('a publication is rendered in the languages that visitors may read, also once those are others', async () => {
  const { core } = payouts.server
  const [halima] = await payouts.administrators('halima')
  expect(halima && (await proposeName(halima))).toMatchObject({ status: 200 })
  const builds = () => core.db.$count(sql`rendered_sites`)
  const inHausa = async (showsDraftLanguages: boolean) => {
    const { app } = createApp({ ...core, env: { ...core.env, showsDraftLanguages } }, { pagesFolder: BUILD_FOLDER })
    const answer = await app.request('/ha/complain')
    return [answer.status, (await answer.text()).includes('Nakowa Relief')]
  }
  expect([await inHausa(false), await builds()]).toEqual([[404, true], 1])
  expect([await inHausa(true), await builds()]).toEqual([[200, true], 2])
  expect([await inHausa(false), await inHausa(true), await builds()]).toEqual([[404, true], [200, true], 2])
})

test('a preview shows the draft to the browser that asked for it, and to no one who has its address', async () => {
  const { core } = payouts.server
  const { app } = createApp(core, { pagesFolder: BUILD_FOLDER })
  const [halima] = await payouts.administrators('halima')
  const PATH = '/api/admin/organisation'
  const call = async (method: string, path: string, body?: object) => {
    const headers = { authorization: halima?.authorization ?? '', 'content-type': 'application/json' }
    const answer = await app.request(PATH + path, { method, headers, body: body ? JSON.stringify(body) : null })
    expect(answer.status).toBe(200)
    return answer
  }
  const View = z.object({ draft: z.object({ revision: z.number(), content: z.looseObject({}) }) })
  const { draft } = View.parse(await (await call('GET', '')).json())
  await call('PUT', '/draft', { revision: draft.revision, content: { ...draft.content, name: 'Another Name' } })
  const made = await call('POST', '/preview')
  const { address } = z.object({ address: z.string() }).parse(await made.json())
  const cookieOf = (answer: Response) =>
    answer.headers
      .getSetCookie()
      .flatMap((each) => each.split(';')[0] ?? [])
      .join('; ')
  const shownWith = async (cookie: string) => {
    const led = await app.request(address, { headers: { cookie } })
    expect([led.status, led.headers.get('location')]).toEqual([302, '/'])
    const home = await app.request('/', { headers: { cookie: cookieOf(led) } })
    return (await home.text()).includes('Another Name')
  }
  expect(await shownWith('')).toBe(false)
  expect(await shownWith(`taimako_browser=${'x'.repeat(32)}`)).toBe(false)
  expect(await shownWith(cookieOf(made))).toBe(true)
})
