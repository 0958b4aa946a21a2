/** Tags: added and removed, found by, refused, kept from applicants, and erased. */
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { newAdministrator, readAudit } from '../../../../test/support/administering.ts'
import { PASSWORD, REQUEST } from '../../../../test/support/asking.ts'
import { newKey } from '../../../../test/support/server.ts'
import { queueWorld } from '../../../../test/support/working-queue.ts'
import { minutes } from '../../../platform/clock.ts'
import { onlyRow, rows } from '../../../platform/db/db.ts'

const world = queueWorld()
const Tags = z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) })
const Total = z.object({ total: z.union([z.number(), z.string()]) })
const tags = async () => Tags.parse((await world().halima.call('GET', '/api/admin/tags')).body).items
const names = async () => (await tags()).map(({ name }) => name)
const tagging = (id: string, tag: string, on: boolean, expected_version: number, by = world().halima) =>
  world().on(id, 'tags', { tag, on, expected_version }, by)
const tag = async (id: string, name: string, on = true) => {
  const { status, body } = await tagging(id, name, on, await world().versionOf(id))
  expect([status, body]).toEqual([200, expect.anything()])
  return body
}
/** The names that the audit shows beside the ids of tags. */
const namesInAudit = async () => {
  const { body } = await world().halima.call('GET', '/api/admin/audit-events?action=application.tagged')
  const { items } = z.object({ items: z.array(z.object({ names: z.record(z.string(), z.string()) })) }).parse(body)
  return Object.assign({}, ...items.map((event) => event.names))
}
/** Reads the rows that no refusal may change. */
const stored = () =>
  onlyRow(
    world().server.core.db,
    sql`select (select json_agg(tags order by id) from tags)::text as tags,
               (select json_agg(t order by application_id, tag_id) from request_tags as t)::text as links`,
    z.unknown(),
  )
const expectRefused = async (...[call, status, code]: Parameters<ReturnType<typeof world>['expectRefused']>) => {
  const before = await stored()
  const body = await world().expectRefused(call, status, code)
  expect(await stored()).toEqual(before)
  return body
}

describe('a tag of one request', () => {
  test('is one tag in any case, is in the timeline and the audit, and counts as a change', async () => {
    const { amina, details, halima } = world()
    const [one, two] = [await amina.askLater(), await amina.askLater()]
    expect(await tag(one, ' Home visit ')).toMatchObject({ tags: ['Home visit'], version: 2 })
    expect(await tag(two, 'HOME VISIT')).toMatchObject({ tags: ['Home visit'] })
    expect(await tag(one, 'School list 2026')).toMatchObject({ tags: ['Home visit', 'School list 2026'] })
    expect(await names()).toEqual(['Home visit', 'School list 2026'])
    expect(await tag(one, 'home visit', false)).toMatchObject({ tags: ['School list 2026'], version: 4 })
    expect(await details(one)).toMatchObject({
      acts: [
        { act: 'tagged', tag: 'Home visit', by: { user_id: halima.userId } },
        { act: 'tagged', tag: 'School list 2026' },
        { act: 'untagged', tag: 'Home visit' },
      ],
    })
    const [visit] = await tags()
    const audited = (await readAudit(world().server)).filter(({ action }) => action === 'application.tagged')
    expect(audited.slice(-1)).toMatchObject([{ subject_id: one, before: { tag: visit?.id }, after: { tag: null } }])
    // The audit is never erased, so it has no words about people.
    expect(JSON.stringify(audited)).not.toMatch(/visit|school/i)
    expect(await namesInAudit()).toMatchObject({ [visit?.id ?? '']: 'Home visit' })
    await tag(two, 'Home visit', false)
    expect(Object.values(await namesInAudit())).toEqual(['School list 2026'])
  })

  test('is refused in words, and nothing changes: own, stale, unknown, twice, too long, an eleventh, without the duty', async () => {
    const { amina, halima, bola, server } = world()
    const id = await amina.askLater()
    const own = z.string().parse((await halima.call('POST', '/api/applications', REQUEST, newKey())).body['id'])
    await tag(id, 'One')
    await expectRefused(() => tagging(own, 'One', true, 1), 403, 'own_request')
    await expectRefused(() => tagging(id, 'Two', true, 1), 409, 'already_decided')
    await expectRefused(() => tagging(id, 'one', true, 2), 409, 'nothing_to_change')
    for (const unknown of ['Nowhere', 'On'])
      await expectRefused(() => tagging(id, unknown, false, 2), 409, 'nothing_to_change')
    await expectRefused(() => tagging(crypto.randomUUID(), 'One', true, 1), 404, 'not_found')
    for (const wrong of ['', '  ', 'x'.repeat(41), 'a\u0000b'])
      await expectRefused(() => tagging(id, wrong, true, 2), 400, 'invalid_input')
    const auditor = await newAdministrator(server, 'auditor', ['auditor'])
    await expectRefused(() => tagging(id, 'Two', true, 2, auditor), 403, 'role_needed')
    await expectRefused(() => amina.call('GET', '/api/admin/tags'), 403, 'forbidden')
    for (const number of ['2', '3', '4', '5', '6', '7', '8', '9', '10']) await tag(id, `x${number}`)
    await expectRefused(() => tagging(id, 'Eleventh', true, 11), 409, 'too_many_tags')
    await tag(id, 'x10', false)
    expect(await tag(id, 'x'.repeat(40))).toMatchObject({ version: 13 })
    const twice = await Promise.all([halima, bola].map((by) => tagging(id, 'x2', false, 13, by)))
    expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('is added to a decided request, which does not open it again', async () => {
    const { amina, decide } = world()
    const id = await amina.askLater()
    await decide(id, { status: 'approved' })
    expect(await tag(id, 'School list')).toMatchObject({ tags: ['School list'], status: 'approved', due_at: null })
  })

  test('is never shown to the applicant, and is erased with the account', async () => {
    const { amina, server } = world()
    const id = await amina.askLater()
    await tag(id, 'Amina’s uncle')
    await tag(id, 'Amina’s uncle', false)
    await tag(id, 'Difficult uncle')
    for (const path of [`/api/applications/${id}`, '/api/applications', '/api/account/export'])
      expect(JSON.stringify((await amina.call('GET', path)).body)).not.toMatch(/uncle|tag/i)
    expect((await amina.call('POST', '/api/account/closure', { password: PASSWORD })).status).toBe(200)
    const left = await rows(server.core.db, sql`select act, tag from request_acts order by id`, z.unknown())
    expect(left).toEqual(['tagged', 'untagged', 'tagged'].map((act) => ({ act, tag: null })))
    expect(await names()).toEqual([])
    await server.pass(minutes(10), /unused-tags/)
    expect(await stored()).toEqual({ tags: null, links: null })
  })

  test('that no request has is deleted, and others stay', async () => {
    const { amina, server } = world()
    const id = await amina.askLater()
    await tag(id, 'Used')
    await tag(id, 'Typo')
    await tag(id, 'Typo', false)
    expect(await names()).toEqual(['Used'])
    await server.pass(minutes(10), /unused-tags/)
    expect(await rows(server.core.db, sql`select name from tags`, z.unknown())).toEqual([{ name: 'Used' }])
    expect(await tag(id, 'Typo')).toMatchObject({ tags: ['Typo', 'Used'] })
  })
})

describe('requests with a tag', () => {
  test('of more than 200 requests are counted up to there, in every view', async () => {
    const { amina, halima, server } = world()
    const id = await amina.askLater()
    await tag(id, 'Flood')
    const [flood] = await tags()
    const total = async (view: string) =>
      Total.parse((await halima.call('GET', `/api/admin/applications?view=${view}&tag=${flood?.id}`)).body).total
    const add = (count: number) =>
      server.core.db.execute(sql`
        with made as (
          insert into aid_applications (id, user_id, beneficiary_id, application_type, description, location, status,
                                        idempotency_key_hash, request_hash, created_at, due_at)
          select gen_random_uuid(), user_id, id, 'food', 'Rice', 'Kano', 'pending',
                 sha256(gen_random_uuid()::text::bytea), sha256('a'), now(), ${new Date(server.clock.now().getTime() - 1000).toISOString()}::timestamptz
            from profiles, generate_series(1, ${count}) where user_id = ${amina.userId} returning id, created_at, due_at)
        insert into request_tags (application_id, tag_id, tagged_by, tagged_at, created_at, due_at)
        select id, ${flood?.id}::uuid, ${halima.userId}::uuid, now(), created_at, due_at from made`)
    await add(199)
    expect(await Promise.all(['all', 'next', 'unassigned', 'late'].map(total))).toEqual([200, 200, 200, 199])
    await add(2)
    expect(await Promise.all(['all', 'next', 'unassigned', 'late'].map(total))).toEqual([
      '200+',
      '200+',
      '200+',
      '200+',
    ])
  })

  test('are a filter of the list and its CSV, which names the tags, in every view and page', async () => {
    const { amina, list, halima, server } = world()
    const ids: string[] = []
    for (const _ of [1, 2, 3, 4]) ids.push(await amina.askLater())
    const [first = '', second = '', third = ''] = ids
    for (const id of [first, second, third]) await tag(id, 'School list')
    await tag(second, 'Home visit')
    await world().decide(third, { status: 'approved' })
    const school = (await tags()).find(({ name }) => name === 'School list')?.id ?? ''
    const found = async (query: string) => (await list(query)).items.map(({ id }) => id)
    expect(await found(`tag=${school}`)).toEqual([third, second, first])
    expect(await found(`tag=${school}&view=next`)).toEqual([first, second])
    expect(await found(`tag=${crypto.randomUUID()}`)).toEqual([])
    const { next_cursor: cursor } = await list(`tag=${school}&limit=2`)
    expect(await found(`tag=${school}&limit=2&cursor=${cursor}`)).toEqual([first])
    for (const wrong of ['School list', ''])
      expect((await halima.call('GET', `/api/admin/applications?tag=${wrong}`)).status).toBe(400)
    const headers = { authorization: halima.authorization }
    const csv = await (await server.app.request(`/api/admin/applications.csv?tag=${school}`, { headers })).text()
    expect(csv.match(/"(Home visit, )?School list"/g)).toEqual([
      '"School list"',
      '"Home visit, School list"',
      '"School list"',
    ])
    expect(csv.trim().split('\r\n')).toHaveLength(4)
    for (const order of ['search=yusuf', 'sort=amount'])
      expect((await found(`tag=${school}&${order}`)).toSorted()).toEqual([first, second, third].toSorted())
  })
})
