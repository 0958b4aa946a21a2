/** Stories: with consent alone, and gone from the site, the draft and all of history once it is taken back or has ended. */
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Organisation } from '../../../contract/platform/organisation.ts'
import { newAdministrator, readAudit, type Administrator } from '../../../test/support/administering.ts'
import { findInDatabase, renderShown } from '../../../test/support/organisation.ts'
import { raceBehindLock } from '../../../test/support/race-behind-lock.ts'
import { testServer, type TestServer } from '../../../test/support/server.ts'
import { hours } from '../../platform/clock.ts'
import { rows } from '../../platform/db/db.ts'
import { makePreview } from '../../platform/rendering/previews.ts'
import { currentSite } from '../../platform/rendering/renderings.ts'
import { eraseStory } from '../../platform/rendering/stories.ts'
import { exportOrganisation, importOrganisation } from './organisation-file.ts'

const PATH = '/api/admin/organisation'
const Story = z.looseObject({
  id: z.string(),
  story_id: z.string(),
  has_picture: z.boolean(),
  content: z.looseObject({ title: z.string() }),
})
const View = z.looseObject({
  published: Organisation,
  draft: z.looseObject({ content: Organisation, revision: z.number() }),
  version: z.looseObject({ version: z.number(), published_by: z.unknown() }).nullable(),
  proposal: z.looseObject({ id: z.string() }).nullable(),
  overtaken_by: z.unknown(),
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  stories: z.array(Story),
  other_stories: z.array(Story),
})

let server: TestServer
let halima: Administrator
let photo: string
beforeAll(async () => {
  server = await testServer()
  const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#0d4f37' } })
    .withExif({ IFD0: { Artist: 'Amina of Gusau' } })
    .jpeg()
    .toBuffer()
  photo = bytes.toString('base64')
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.empty()
  await server.core.organisation.refresh()
  halima = await newAdministrator(server, 'halima')
})

const TOLD = {
  language: 'ha',
  title: 'Back in class',
  who: 'Amina, Gusau',
  fund: 'school',
  text: 'The fees came on **Friday**.\n\nShe sat her exams.',
  raised: '',
  picture_text: 'A girl with her books',
  consent_on: '2026-01-05',
  consent_until: null,
}
type Told = Omit<typeof TOLD, 'consent_until'> & { consent_until: string | null }

const read = async () => View.parse((await halima.call('GET', PATH)).body)
const send = (told: Partial<Told> = {}, picture: string | null = photo, replaces: string | null = null) =>
  halima.call('POST', `${PATH}/stories`, { replaces, picture, content: { ...TOLD, ...told } })

async function write(told: Partial<Told> = {}, picture: string | null = photo, replaces: string | null = null) {
  const answer = await send(told, picture, replaces)
  expect(answer).toMatchObject({ status: 200 })
  return z.object({ id: z.string() }).parse(answer.body).id
}

async function show(...ids: string[]) {
  const { draft } = await read()
  const texts = { ...draft.content.texts, stories: ids }
  return halima.call('PUT', `${PATH}/draft`, { revision: draft.revision, content: { ...draft.content, texts } })
}

const publish = async () =>
  halima.call('POST', `${PATH}/publish`, { revision: (await read()).draft.revision, reason: 'A story.' })
const takeBack = (id: string) => halima.call('POST', `${PATH}/stories/${id}/taking-back`)

const leftInDatabase = (word: string) => findInDatabase(server, word)

test('a story is on the pages once it is published, in its language, with its photo and nothing else of the file', async () => {
  expect(Buffer.from(photo, 'base64').includes('Amina of Gusau')).toBe(true)
  const id = await write()
  expect(await show(id)).toMatchObject({ status: 200 })
  expect((await read()).changes).toEqual([
    expect.objectContaining({ field: 'texts.stories', after: 'Back in class' }),
    expect.objectContaining({
      field: 'texts.stories.Back in class',
      before: '',
      after: expect.stringContaining('2026-01-05'),
    }),
  ])
  expect(await publish()).toMatchObject({ status: 200, body: { published: { texts: { stories: [id] } } } })
  const files = await renderShown(server)
  const page = z.string().parse(files['/success-stories'])
  expect(page).toContain('<p>The fees came on <strong>Friday</strong>.</p><p>She sat her exams.</p>')
  expect(page).toContain('lang="ha"')
  expect(page).not.toContain('2026-01-05')
  expect(page).not.toContain('data-example="stories"')
  expect(files['/']).not.toContain('She sat her exams')
  const [, address = ''] = /<img src="(\/story-[0-9a-f]{16}\.jpg)" alt="A girl with her books"/.exec(page) ?? []
  const { base64 } = z.object({ base64: z.string() }).parse(files[address])
  expect(await sharp(Buffer.from(base64, 'base64')).metadata()).toMatchObject({ format: 'jpeg', width: 900 })
  expect(Buffer.from(base64, 'base64').includes('Gusau')).toBe(false)
})

test('a story that is taken back leaves the site, the draft, files and all of history, with its earlier versions', async () => {
  const first = await write()
  await show(first)
  await publish()
  const second = await write({ title: 'Back in class by Monday' }, null, first)
  const other = await write({ title: 'A roof', text: 'Before the rains.' }, null)
  await show(second, other)
  await publish()
  await show(other, second)
  const { stories } = await read()
  expect(stories.map(({ content, has_picture }) => [content.title, has_picture])).toEqual([
    ['A roof', false],
    ['Back in class by Monday', true],
  ])
  expect(await leftInDatabase('exams')).toEqual(['stories'])
  const seen = await read()
  expect(await takeBack(first)).toMatchObject({ status: 200 })

  expect(await leftInDatabase('exams')).toEqual([])
  const view = await read()
  expect(view.published.texts.stories).toEqual([other])
  expect(view.draft.content.texts.stories).toEqual([other])
  expect(view).toMatchObject({ overtaken_by: null, other_stories: [] })
  expect(await exportOrganisation(server.core)).not.toContain('exams')
  const files = await renderShown(server)
  expect(Object.keys(files).filter((address) => address.startsWith('/story-'))).toEqual([])
  // Whoever had the page open overwrites nothing with it.
  const late = { revision: seen.draft.revision, content: seen.draft.content }
  expect((await halima.call('PUT', `${PATH}/draft`, late)).body['code']).toBe('draft_changed')
  expect((await show(other, second)).body).toMatchObject({ fields: [{ field: 'content.texts.stories.1' }] })
  // An earlier publication comes back without it.
  const { draft, version } = await read()
  const back = { revision: draft.revision, version: (version?.version ?? 0) - 2 }
  expect(await halima.call('POST', `${PATH}/draft/discard`, back)).toMatchObject({
    status: 200,
    body: { draft: { content: { texts: { stories: [] } } } },
  })
  expect((await takeBack(first)).status).toBe(404)
  expect((await readAudit(server)).filter(({ action }) => action === 'organisation.story_taken_back')).toHaveLength(1)
})

test('a preview, or pages, that are rendered while a story is taken back are not stored', async () => {
  const id = await write()
  await show(id)
  const { core, database } = server
  const { content } = (await read()).draft
  const takeBackBehind = (stores: () => Promise<unknown>) =>
    raceBehindLock(database, (tx) => eraseStory(tx, id, core.clock.now()), stores)
  await expect(takeBackBehind(() => makePreview(core, content, 'a secret'))).rejects.toMatchObject({
    code: 'draft_changed',
  })
  const stored = sql`select (select count(*)::int from site_previews) as previews, (select count(*)::int from rendered_sites) as sites`
  expect(await rows(core.db, stored, z.unknown())).toEqual([{ previews: 0, sites: 0 }])
  const again = await write()
  await show(again)
  await publish()
  await core.db.execute(sql`delete from rendered_sites`)
  await raceBehindLock(
    database,
    (tx) => eraseStory(tx, again, core.clock.now()),
    () => currentSite(core),
  )
  expect(await rows(core.db, stored, z.unknown())).toEqual([{ previews: 0, sites: 0 }])
})

test('a proposal that names it can still be confirmed, and shows it no more', async () => {
  const musa = await newAdministrator(server, 'musa')
  const id = await write()
  await show(id)
  await publish()
  const { draft } = await read()
  await halima.call('PUT', `${PATH}/draft`, {
    revision: draft.revision,
    content: { ...draft.content, name: 'Nakowa Relief' },
  })
  const { proposal } = View.parse((await publish()).body)
  expect(await takeBack(id)).toMatchObject({ status: 200, body: {} })
  expect((await musa.call('POST', `/api/admin/decisions/${proposal?.id}/confirmation`)).status).toBe(200)
  expect((await read()).published).toMatchObject({ name: 'Nakowa Relief', texts: { stories: [] } })
})

test('the end of a consent takes a story back by itself; a longer one keeps it; what was never published is deleted after a day', async () => {
  const until = new Date(server.clock.now().getTime() + hours(72)).toISOString().slice(0, 10)
  const ends = await write({ consent_until: until, title: 'Ends', text: 'Gone soon.' })
  const stays = await write({ consent_until: until, title: 'Stays', text: 'Stays here.' })
  const unused = await write({ title: 'Unused', text: 'Never shown.' })
  await show(stays)
  await publish()
  const longer = await write({ title: 'Stays', text: 'Stays here.' }, null, stays)
  await show(ends, longer)
  await publish()
  await server.pass(hours(23), /organisation/)
  expect(await leftInDatabase('Never shown')).toEqual(['stories'])
  await server.pass(hours(2), /organisation/)
  expect(await leftInDatabase('Never shown')).toEqual([])
  halima = await newAdministrator(server, 'zainab')
  expect((await takeBack(unused)).status).toBe(404)
  expect(await leftInDatabase('Gone soon')).toEqual(['stories'])
  await server.pass(hours(72), /organisation/)
  expect(await leftInDatabase('Gone soon')).toEqual([])
  halima = await newAdministrator(server, 'ladi')
  expect(await read()).toMatchObject({ published: { texts: { stories: [longer] } }, version: { published_by: null } })
  const acts = await rows(
    server.core.db,
    sql`select actor_kind from audit_events where action = 'organisation.story_taken_back'`,
    z.object({ actor_kind: z.string() }),
  )
  expect(acts).toEqual([{ actor_kind: 'system' }])
})

describe('refused, with nothing stored', () => {
  test.each([
    ['a fund that there is not', { fund: 'rockets' }, null, 'content.fund'],
    ['a photo that no one described', { picture_text: '' }, undefined, 'content.picture_text'],
    ['a consent of tomorrow', { consent_on: '2999-01-01' }, null, 'content.consent_on'],
    ['a consent that is over', { consent_until: '2020-01-01' }, null, 'content.consent_until'],
    ['no day of a consent', { consent_on: '' }, null, 'content.consent_on'],
    ['a link that runs a script', { text: '[Us](javascript:alert(1))' }, null, 'content.text'],
    ['markup in a title', { title: '<b>Us</b>' }, null, 'content.title'],
    [
      'a drawing for a photo',
      {},
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64'),
      'picture',
    ],
    ['half a photo', {}, 'half', 'picture'],
  ])('%s', async (_, told, picture, field) => {
    const sent = picture === undefined ? photo : picture === 'half' ? photo.slice(0, 400) : picture
    expect(await send(told, sent)).toMatchObject({ status: 400, body: { fields: [{ field }] } })
    expect((await read()).other_stories).toEqual([])
  })

  test('a story twice, in two versions, or one that does not exist', async () => {
    const one = await write()
    const again = await write({}, null, one)
    for (const ids of [[one, one], [one, again], ['019a0000-0000-7000-8000-000000000000']])
      expect(await show(...ids)).toMatchObject({ status: 400 })
    expect((await send({}, null, '019a0000-0000-7000-8000-000000000000')).status).toBe(404)
    expect((await read()).draft).toMatchObject({ changed_at: null })
  })
})

test('a file brings stories with their photos, as new ones', async () => {
  const id = await write()
  await show(id)
  await publish()
  const file = await exportOrganisation(server.core)
  const other = file.replace(/"stories": \[\s*"[^"]+"/, '"stories": [ "019a0000-0000-7000-8000-000000000000"')
  await server.empty()
  await server.core.organisation.refresh()
  halima = await newAdministrator(server, 'halima')
  await expect(importOrganisation(server.core, other)).rejects.toThrow('which is not in it')
  await importOrganisation(server.core, file)
  const { draft, stories } = await read()
  expect(stories).toMatchObject([{ has_picture: true, content: TOLD }])
  expect(draft.content.texts.stories).not.toEqual([id])
})
