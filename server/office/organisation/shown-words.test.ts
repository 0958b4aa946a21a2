/** Words of recipients: read by someone without a part in them, shown only with consent, and gone everywhere once they are withdrawn. */
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { newAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { newPerson, PASSWORD, type Person } from '../../../test/support/asking.ts'
import {
  findInDatabase,
  proposeName,
  publishOrganisation,
  readOrganisation,
  renderShown,
  saveOrganisation,
} from '../../../test/support/organisation.ts'
import { usePayouts } from '../../../test/support/paying-out.ts'
import { expectBooksBalance } from '../../../test/support/server.ts'
import { minutes } from '../../platform/clock.ts'
import { exportOrganisation } from './organisation-file.ts'

const payouts = usePayouts()
const PATH = '/api/admin/recipient-words'
/** Halima approves and proposes, Musa releases. Ladi has no part in it. */
let halima: Administrator
let musa: Administrator
let ladi: Administrator
let amina: Person
let request: string
let payout: string
let typed: { slip: string; code: string }
beforeEach(async () => {
  const { server } = payouts
  await server.core.organisation.refresh()
  halima = await newAdministrator(server, 'halima')
  musa = await newAdministrator(server, 'musa')
  ladi = await newAdministrator(server, 'ladi')
  amina = await newPerson(server)
  await payouts.fill(60_000)
  request = await payouts.approved(amina, halima)
  const award = await payouts.granted(request, 40_000, [halima, musa])
  payout = await payouts.released(award.id, 40_000, [halima, musa])
  await payouts.handOver(musa, payout, 40_000)
  const { slip } = await own()
  typed = { slip: slip?.number ?? '', code: slip?.code ?? '' }
  await saveOrganisation(ladi, (of) => ({ ...of, texts: { ...of.texts, stories: [] } }))
  await publishOrganisation(ladi)
})

const Own = z.object({
  slip: z.object({ number: z.string(), code: z.string() }).nullable(),
  words: z.unknown(),
})
async function own() {
  const { body } = await amina.call('GET', `/api/applications/${request}/award`)
  return z.object({ award: z.object({ payouts: z.tuple([Own]) }) }).parse(body).award.payouts[0]
}

const TEXT = 'Hauwa of Tudun Wada can go to school again.'
const confirm = () => amina.call('POST', `/api/payouts/${payout}/confirmation`, { answer: 'all' })
const say = (mayShow = true, text = TEXT, by: Pick<Person, 'call'> = amina) =>
  by.call('PUT', `/api/payouts/${payout}/words`, { text, may_show: mayShow })
const sayWithCode = (code = typed.code) =>
  payouts.server.call('POST', '/api/confirmations/words', { slip: typed.slip, code, text: TEXT, may_show: true })
const withdraw = () => amina.call('DELETE', `/api/payouts/${payout}/words`)
const list = async (by: Administrator) => (await by.call('GET', PATH)).body
const counted = async (by: Administrator) => (await by.call('GET', '/api/admin/inbox')).body['words']
const CONTENT = {
  language: 'en',
  title: 'School again',
  who: 'A mother in Kano State',
  text: 'My girl can learn again.',
}
const show = (by = ladi, content: object = CONTENT) => by.call('POST', `${PATH}/${payout}/story`, { content })
const shownPage = async () => z.string().parse((await renderShown(payouts.server))['/success-stories'])
const words = async () => (await own()).words

test('words wait for someone without a part, are shown without what identifies, and are gone once withdrawn', async () => {
  await confirm()
  expect(await say(true, 'Something else.')).toMatchObject({ status: 200, body: { words: { state: 'waiting' } } })
  expect((await say()).status).toBe(200)
  expect(await list(ladi)).toMatchObject({
    items: [{ id: payout, text: TEXT, may_show: true, how: 'self' }],
    others: 0,
  })
  expect(await Promise.all([ladi, musa, halima].map(counted))).toEqual([1, 0, 0])
  for (const by of [halima, musa]) {
    expect(await list(by)).toEqual({ items: [], others: 1 })
    await payouts.expectRefused(() => show(by), 'second_administrator_needed')
    await payouts.expectRefused(() => by.call('POST', `${PATH}/${payout}/reading`), 'second_administrator_needed')
  }
  await saveOrganisation(halima, (of) => ({ ...of, name: 'Nakowa Relief' }))
  expect(await show()).toMatchObject({ status: 200 })

  const page = await shownPage()
  expect(page).toContain('My girl can learn again.')
  expect(page).not.toContain('Tudun Wada')
  expect(await findInDatabase(payouts.server, 'Tudun Wada')).toEqual(['recipient_words'])
  expect(await words()).toEqual({ text: TEXT, may_show: true, state: 'shown' })
  expect([await counted(ladi), await list(ladi)]).toEqual([0, { items: [], others: 0 }])
  // The draft of someone else goes on, with the story.
  const { draft, overtaken_by: overtaken } = await readOrganisation(ladi)
  expect([draft.content.name, draft.content.texts.stories?.length, overtaken]).toEqual(['Nakowa Relief', 1, null])
  expect((await show()).body['code']).toBe('already_decided')
  expect((await say()).body['code']).toBe('words_read')

  expect(await withdraw()).toMatchObject({ status: 200, body: { words: null } })
  expect(await shownPage()).not.toContain('can learn again')
  expect(await exportOrganisation(payouts.server.core)).not.toContain('can learn again')
  for (const each of ['Tudun Wada', 'can learn again']) expect(await findInDatabase(payouts.server, each)).toEqual([])
  expect(await words()).toBeNull()
  expect((await readOrganisation(ladi)).published.texts.stories).toEqual([])
  expect((await withdraw()).status).toBe(200)
  // Said anew, it waits anew.
  await say(false)
  expect(await counted(ladi)).toBe(1)
})

test('words that may not be shown are read, and nothing more', async () => {
  await confirm()
  await say(false)
  await payouts.expectRefused(() => show(), 'forbidden')
  expect((await ladi.call('POST', `${PATH}/${payout}/reading`)).status).toBe(200)
  expect(await words()).toMatchObject({ state: 'read' })
  expect(await counted(ladi)).toBe(0)
  await payouts.expectRefused(() => show(), 'already_decided')
})

test('words are neither read nor shown while their recipient says that it did not come', async () => {
  await confirm()
  await say()
  const answer = (said: string) => amina.call('POST', `/api/payouts/${payout}/confirmation`, { answer: said })
  expect((await answer('none')).status).toBe(200)
  expect([await counted(ladi), await list(ladi)]).toEqual([0, { items: [], others: 0 }])
  for (const act of [show, () => ladi.call('POST', `${PATH}/${payout}/reading`)])
    await payouts.expectRefused(act, 'not_found')
  expect((await answer('all')).status).toBe(200)
  expect((await show()).status).toBe(200)
})

test.each([
  ['on their page', () => amina.call('POST', `/api/payouts/${payout}/confirmation`, { answer: 'part' })],
  ['with the code', () => payouts.server.call('POST', '/api/confirmations', { ...typed, answer: 'none' })],
])('a story goes at once when its recipient says %s that something is missing after all', async (_way, answer) => {
  await confirm()
  await say()
  await show()
  expect(payouts.server.core.organisation.shown.texts.stories).toHaveLength(1)
  expect((await answer()).status).toBe(200)
  expect(payouts.server.core.organisation.shown.texts.stories).toEqual([])
  expect(await shownPage()).not.toContain('can learn again')
  for (const each of ['Tudun Wada', 'can learn again']) expect(await findInDatabase(payouts.server, each)).toEqual([])
  expect((await readOrganisation(ladi)).draft.content.texts.stories).toEqual([])
  // Said anew once it came, it waits anew.
  await confirm()
  expect((await say()).body).toMatchObject({ words: { state: 'waiting' } })
})

const giveBack = (amount = 40_000, before = 0) =>
  payouts.act(musa, `/payouts/${payout}/returned`, {
    expected_state: 'confirmed',
    expected_returned: before,
    amount,
    on: payouts.server.clock.now().toISOString().slice(0, 10),
  })

test('words about aid that came back are still read by someone, and not shown', async () => {
  await confirm()
  await say()
  expect((await giveBack()).status).toBe(200)
  expect(await Promise.all([ladi, musa, halima].map(counted))).toEqual([1, 0, 0])
  expect(await list(ladi)).toMatchObject({ items: [{ id: payout, text: TEXT, may_show: false }], others: 0 })
  await payouts.expectRefused(() => show(), 'not_found')
  expect((await ladi.call('POST', `${PATH}/${payout}/reading`)).status).toBe(200)
  expect([await words(), await counted(ladi)]).toEqual([{ text: TEXT, may_show: true, state: 'read' }, 0])
})

test('a story whose aid came back, not only a part of it, leaves the site, and its words are read anew', async () => {
  await confirm()
  await say()
  await show()
  await payouts.server.pass(minutes(1), /^organisation/)
  expect(await shownPage()).toContain('can learn again')
  expect((await giveBack(10_000)).status).toBe(200)
  await payouts.server.pass(minutes(1), /^organisation/)
  expect(await shownPage()).toContain('can learn again')
  expect((await giveBack(30_000, 10_000)).status).toBe(200)
  await payouts.server.pass(minutes(1), /^organisation/)
  expect(await shownPage()).not.toContain('can learn again')
  expect(await findInDatabase(payouts.server, 'can learn again')).toEqual([])
  expect((await readOrganisation(ladi)).published.texts.stories).toEqual([])
  expect(await counted(ladi)).toBe(1)
  expect(await list(ladi)).toMatchObject({ items: [{ id: payout, text: TEXT, may_show: false, came_back: true }] })
  // The page does not promise to show it.
  expect(await words()).toEqual({ text: TEXT, may_show: false, state: 'waiting' })
  await payouts.expectRefused(() => show(), 'not_found')
  expect((await ladi.call('POST', `${PATH}/${payout}/reading`)).status).toBe(200)
  await payouts.server.pass(minutes(1), /^organisation/)
  expect([await words(), await counted(ladi)]).toMatchObject([{ state: 'read' }, 0])
  await expectBooksBalance(payouts.server)
})

test.each([
  ['on their page', withdraw],
  ['with the code', () => payouts.server.call('POST', '/api/confirmations/words/withdrawal', typed)],
])('they are withdrawn %s also after the aid came back', async (_way, takeBack) => {
  await confirm()
  await say()
  await show()
  expect((await giveBack()).status).toBe(200)
  expect(await words()).toMatchObject({ state: 'shown' })
  expect(await takeBack()).toMatchObject({ status: 200, body: { words: null } })
  expect(await shownPage()).not.toContain('can learn again')
  for (const each of ['Tudun Wada', 'can learn again']) expect(await findInDatabase(payouts.server, each)).toEqual([])
  await payouts.expectRefused(() => say(), 'not_found')
  await expectBooksBalance(payouts.server)
})

test('with the slip and its code the same, also withdrawing; where staff had read the code, the reader sees it', async () => {
  const withCode = (path: string, more: object = {}) => payouts.server.call('POST', path, { ...typed, ...more })
  expect((await sayWithCode()).body['code']).toBe('not_found')
  expect((await withCode('/api/confirmations', { answer: 'all' })).body).toMatchObject({ words: null })
  expect((await sayWithCode(typed.code === '000000' ? '000001' : '000000')).body['code']).toBe('code_not_accepted')
  expect((await sayWithCode()).body).toMatchObject({ words: { text: TEXT, state: 'waiting' } })
  expect(await list(ladi)).toMatchObject({ items: [{ how: 'counter' }] })
  const reader = await newAdministrator(payouts.server, 'zainab')
  await payouts.server.core.db.execute(
    sql`insert into slip_reads (disbursement_id, read_by, read_at) values (${payout}, ${reader.userId}, now())`,
  )
  expect((await sayWithCode()).status).toBe(200)
  expect(await list(ladi)).toMatchObject({ items: [{ how: 'assisted' }] })
  expect(await list(reader)).toEqual({ items: [], others: 1 })
  expect((await withCode('/api/confirmations', { answer: 'all' })).body).toMatchObject({ words: { text: TEXT } })
  expect((await show()).status).toBe(200)
  expect((await withCode('/api/confirmations/words/withdrawal')).body).toEqual({ words: null })
  expect(await findInDatabase(payouts.server, 'can learn again')).toEqual([])
})

describe('they go', () => {
  beforeEach(async () => {
    await confirm()
    await say()
    await show()
  })

  test('with the story that staff take back', async () => {
    const found = z.object({ stories: z.tuple([z.looseObject({ story_id: z.string() })]) })
    const { stories } = found.parse((await ladi.call('GET', '/api/admin/organisation')).body)
    const path = `/api/admin/organisation/stories/${stories[0].story_id}/taking-back`
    expect(await words()).toMatchObject({ state: 'shown' })
    expect((await ladi.call('POST', path)).status).toBe(200)
    expect(await words()).toBeNull()
    expect(await findInDatabase(payouts.server, 'Tudun Wada')).toEqual([])
  })

  test('with the account, and their export has them until then', async () => {
    expect((await amina.call('GET', '/api/account/data')).body).toMatchObject({ words: [{ words: TEXT }] })
    expect(await shownPage()).toContain('can learn again')
    const closed = await amina.call('POST', '/api/account/closure', { password: PASSWORD })
    expect([closed.status, closed.body]).toEqual([200, expect.anything()])
    for (const each of ['Tudun Wada', 'can learn again']) expect(await findInDatabase(payouts.server, each)).toEqual([])
    expect(await shownPage()).not.toContain('can learn again')
  })
})

describe('refused, with nothing changed', () => {
  test('before all of it came, and for a payout of someone else', async () => {
    await payouts.expectRefused(() => say(), 'not_found')
    await confirm()
    const bello = await newPerson(payouts.server, 'bello')
    await payouts.expectRefused(() => say(true, TEXT, bello), 'not_found')
    expect((await say(true, ' ')).status).toBe(400)
    expect((await say(true, 'a'.repeat(1001))).status).toBe(400)
    expect((await show()).body['code']).toBe('not_found')
  })

  test('a story while a publication waits, with a link that runs a script, and of a person who is tied', async () => {
    await confirm()
    await say()
    await payouts.expectRefused(() => show(ladi, { ...CONTENT, text: '[Us](javascript:alert(1))' }), 'invalid_input')
    expect((await proposeName(halima)).body).toMatchObject({ proposal: expect.anything() })
    await payouts.expectRefused(() => show(), 'already_proposed')
    await payouts.server.core.db.execute(
      sql`update aid_applications set channel = 'walk_in', entered_by = ${ladi.userId}::uuid`,
    )
    await payouts.expectRefused(() => show(), 'own_request')
    expect(await list(ladi)).toEqual({ items: [], others: 1 })
  })
})
