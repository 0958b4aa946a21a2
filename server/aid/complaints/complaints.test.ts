/** Complaints: who reads which, by when, and that whom it is about sees nothing of it. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { newAdministrator, signInAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { readMails } from '../../../test/support/mails.ts'
import { publishOrganisation, renderShown, saveOrganisation } from '../../../test/support/organisation.ts'
import { newKey, testServer, type TestServer } from '../../../test/support/server.ts'
import { checkComplaints } from '../../operator/doctor/runtime.ts'
import { hours, minutes } from '../../platform/clock.ts'
import { onlyRow } from '../../platform/db/db.ts'

let server: TestServer
/** The focal person, and another administrator. */
let halima: Administrator
let musa: Administrator
let bola: Administrator
beforeAll(async () => {
  server = await testServer({ FOCAL_PERSON: 'Halima@taimako.example', RATE_LIMITS: 'off' })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.empty()
  halima = await newAdministrator(server, 'halima')
  musa = await newAdministrator(server, 'musa')
  bola = await newAdministrator(server, 'bola', ['reviewer'])
})

const days = (count: number) => hours(24 * count)
const said = (more: object = {}) => ({ kind: 'conduct', about: 'none', text: 'He shouted at my mother.', ...more })
const complain = async (more: object = {}, key = newKey()) => server.call('POST', '/api/complaints', said(more), key)
const codeOf = async (more: object = {}) => {
  const { status, body } = await complain(more)
  expect([status, body]).toEqual([201, { code: expect.stringMatching(/^[0-9a-z]{16}$/), held_until: null }])
  return String(body['code'])
}
const Items = z.object({ items: z.array(z.looseObject({ id: z.string(), text: z.string() })), is_focal: z.boolean() })
const readBy = async (by: Administrator) => Items.parse((await by.call('GET', '/api/admin/complaints')).body)
const counted = async (by: Administrator) => (await by.call('GET', '/api/admin/inbox')).body['complaints']
const firstId = async (by: Administrator) => (await readBy(by)).items[0]?.id ?? ''
const textsOf = async (by: Administrator) => (await readBy(by)).items.map(({ text }) => text)
const standing = (code: string) => server.call('POST', '/api/complaints/standing', { code })
const act = (by: Administrator, id: string, what: string, body?: object) =>
  by.call('POST', `/api/admin/complaints/${id}/${what}`, body)
const everything = () =>
  onlyRow(
    server.core.db,
    sql`select (select json_agg(c order by id)::text from complaints as c) as rows, (select count(*) from complaint_acts)::int as acts,
               (select count(*) from outgoing_mail)::int as mails`,
    z.unknown(),
  )

test('the list has a next page, in the same order, of what its reader may see', async () => {
  await codeOf({ about: 'staff', text: 'Musa asked me for money.' })
  await server.core.db.execute(sql`
    insert into complaints (id, kind, about, text, channel, code_hash, focal_id, state, acknowledged_at, answered_at, answer, created_at)
    select gen_random_uuid(), kind, 'none', 'Number ' || number, channel, sha256(number::text::bytea), focal_id, 'answered', created_at, created_at,
           'Yes', created_at - interval '1 day' - number * interval '1 minute' from complaints, generate_series(1, 401) as number`)
  const page = async (by: Administrator, after = '') => {
    const { body } = await by.call('GET', `/api/admin/complaints${after && `?after=${after}`}`)
    return Items.extend({ next: z.string().nullable() }).parse(body)
  }
  const seen = []
  for (let next: string | null = ''; next !== null;) {
    const shown: { items: { text: string }[]; next: string | null } = await page(halima, next)
    expect(shown.items.length).toBeLessThanOrEqual(200)
    seen.push(...shown.items.map(({ text }) => text))
    next = shown.next
  }
  expect(seen).toEqual(['Musa asked me for money.', ...Array.from({ length: 401 }, (_, each) => `Number ${each + 1}`)])
  // The cursor of another reader opens nothing, and one that is gone begins anew.
  const { id } = (await page(halima)).items[0] ?? { id: '' }
  for (const after of [id, crypto.randomUUID()]) expect((await page(musa, after)).items[0]?.text).toBe('Number 1')
})

describe('a complaint', () => {
  test('about someone who works here is read by the focal person alone, and leaves no trace for the others', async () => {
    await codeOf({ about: 'staff', text: 'Musa asked me for money.' })
    expect([await textsOf(halima), await textsOf(musa)]).toEqual([['Musa asked me for money.'], []])
    expect([await counted(halima), await counted(musa), await counted(bola)]).toEqual([1, 0, 0])
    const id = await firstId(halima)
    const before = await everything()
    for (const what of ['acknowledgement', 'answer']) {
      const answer = await act(musa, id, what, what === 'answer' ? { text: 'No.' } : undefined)
      expect([what, answer.status, answer.body['code']]).toEqual([what, 404, 'not_found'])
    }
    expect((await act(musa, crypto.randomUUID(), 'answer', { text: 'No.' })).body['code']).toBe('not_found')
    expect(await everything()).toEqual(before)
    await act(halima, id, 'answer', { text: 'We moved him to another desk.' })
    expect([await counted(halima), await counted(musa)]).toEqual([0, 0])
    // Neither lists nor the audit nor the search, which administrators read.
    for (const path of ['audit-events', 'overview', 'contact-messages', 'search?q=money', 'team'])
      expect([path, JSON.stringify((await musa.call('GET', `/api/admin/${path}`)).body)]).not.toEqual([
        path,
        expect.stringMatching(/complain|asked me|another desk/i),
      ])
    const to = (await readMails(server)).filter(({ subject }) => subject.includes('complaint'))
    expect(to.map(({ recipient }) => recipient)).toEqual(['halima@taimako.example'])
  })

  test('about the focal person is read by the other administrators; any other by all of them; reviewers read none', async () => {
    await codeOf({ about: 'focal', text: 'Halima shouted.' })
    await codeOf({ kind: 'goods', text: 'The rice was wet.' })
    expect([await textsOf(halima), await textsOf(musa)]).toEqual([
      ['The rice was wet.'],
      expect.arrayContaining(['Halima shouted.', 'The rice was wet.']),
    ])
    expect((await bola.call('GET', '/api/admin/complaints')).body['code']).toBe('role_needed')
    expect([await counted(halima), await counted(musa), await counted(bola)]).toEqual([1, 2, 0])
    const entered = said({ channel: 'call', about: 'staff', contact: 'Amina, 0803 123 4567' })
    const reply = await bola.call('POST', '/api/admin/complaints', entered, newKey())
    expect([reply.status, Object.keys(reply.body)]).toEqual([201, ['code', 'held_until']])
    expect([(await textsOf(halima)).length, (await textsOf(musa)).length]).toEqual([2, 2])
  })

  test('is asked after with its number, however that is written; every other number is unknown', async () => {
    const code = await codeOf()
    const typed = ` ${code.toUpperCase().match(/.{4}/g)?.join('–') ?? ''} `
    expect(await standing(typed)).toMatchObject({ status: 200, body: { state: 'received', answer: null } })
    for (const other of ['', '0000', `${code.slice(1)}0`, 'x'.repeat(40)])
      expect([other, (await standing(other)).body['code']]).toEqual([other, 'not_found'])
    const id = await firstId(musa)
    expect((await act(musa, id, 'acknowledgement')).body).toMatchObject({ state: 'acknowledged' })
    expect((await act(musa, id, 'acknowledgement')).body).toMatchObject({ state: 'acknowledged' })
    expect((await act(musa, id, 'answer', { text: 'We are sorry.' })).status).toBe(200)
    expect((await standing(code)).body).toMatchObject({ state: 'answered', due_at: null, answer: 'We are sorry.' })
    const before = await everything()
    expect((await act(halima, id, 'answer', { text: 'Again.' })).body['code']).toBe('complaint_answered')
    expect(await everything()).toEqual(before)
  })

  test('that is sent twice is one; with another text, or nothing in it, it is refused', async () => {
    const key = newKey()
    const [first, second] = [await complain({}, key), await complain({}, key)]
    expect(second.body).toEqual(first.body)
    const before = await everything()
    expect((await complain({ text: 'Another.' }, key)).body['code']).toBe('idempotency_key_reused')
    for (const more of [
      { text: ' ' },
      { kind: 'theft' },
      { about: 'musa' },
      { text: 'x'.repeat(5001) },
      { state: 'answered' },
    ])
      expect([more, (await complain(more)).body['code']]).toEqual([more, 'invalid_input'])
    expect(await everything()).toEqual(before)
  })

  test('that is late is mailed to those who read it, once for each date', async () => {
    await codeOf({ about: 'staff' })
    const late = async () => (await readMails(server)).filter(({ subject }) => subject === 'A complaint is late')
    await server.pass(days(3) - hours(1), /late_complaints/)
    expect(await late()).toEqual([])
    await server.pass(hours(2), /late_complaints/)
    await server.pass(minutes(20), /late_complaints/)
    expect((await late()).map(({ recipient }) => recipient)).toEqual(['halima@taimako.example'])
    halima = await signInAdministrator(server, 'halima')
    const id = await firstId(halima)
    await act(halima, id, 'acknowledgement')
    await server.pass(days(12), /late_complaints/)
    expect(await late()).toHaveLength(2)
  })

  test('that no one reads any more is named by the doctor, and mailed as late to who reads it next', async () => {
    await codeOf({ about: 'staff' })
    await codeOf({ about: 'none' })
    const unread = async () => (await checkComplaints(server.core)).map(({ level, says }) => [level, says])
    const isAdministrator = (roles: string) =>
      server.core.db.execute(
        sql`update profiles set staff_roles = ${roles}::text[] where user_id = ${halima.userId}::uuid`,
      )
    expect(await unread()).toEqual([])
    await isAdministrator('{reviewer}')
    const says =
      '1 complaint waits, and no one may read it. Name an administrator under Settings, Organisation, Complaints, or in FOCAL_PERSON.'
    expect((await unread())[0]).toEqual(['problem', says])
    await server.pass(days(3) + hours(1), /late_complaints/)
    await isAdministrator('{administrator}')
    expect(await unread()).toEqual([])
    await server.pass(minutes(20), /late_complaints/)
    const late = (await readMails(server)).filter(({ subject }) => subject === 'A complaint is late')
    expect(late.map(({ recipient }) => recipient)).toEqual(['musa@taimako.example', 'halima@taimako.example'])
  })

  test('loses its words some time after the answer; kind and dates stay', async () => {
    const code = await codeOf({ contact: 'Amina' })
    const id = await firstId(musa)
    await act(musa, id, 'answer', { text: 'We are sorry.' })
    await server.pass(days(server.core.env.retention.messagesDays + 1), /complaints.retention/)
    const kept = await onlyRow(server.core.db, sql`select kind, text, contact, answer from complaints`, z.unknown())
    expect(kept).toEqual({ kind: 'conduct', text: '', contact: null, answer: null })
    expect((await standing(code)).body).toMatchObject({ state: 'answered', answer: null })
  })
})

test('kinds with fewer than ten complaints are counted together in public', async () => {
  const shown = async () => (await server.call('GET', '/api/transparency/failures')).body['complaints']
  expect(await shown()).toMatchObject({ kinds: [], others: 0, acknowledged_days: null, answered_days: null })
  for (let each = 0; each < 10; each += 1) await codeOf({ text: `The rice was wet, ${each}.`, kind: 'goods' })
  await codeOf({ kind: 'money' })
  await codeOf({ kind: 'privacy' })
  expect(await shown()).toMatchObject({ kinds: [{ kind: 'goods', count: 10 }], others: null })
})

test('about the focal person, where there is no other administrator, is refused', async () => {
  await server.core.db.execute(sql`update profiles set staff_roles = '{finance}' where user_id = ${musa.userId}::uuid`)
  const before = await everything()
  expect((await complain({ about: 'focal' })).body['code']).toBe('no_focal_person')
  expect(await everything()).toEqual(before)
})

test('where no one is named, a complaint about people who work here is refused, and the page can say so', async () => {
  const name = async () => (await server.call('GET', '/api/complaints/focal-person')).body
  expect(await name()).toEqual({ full_name: 'Halima Musa' })
  await server.core.db.execute(
    sql`update profiles set staff_roles = '{reviewer}' where user_id = ${halima.userId}::uuid`,
  )
  expect(await name()).toEqual({ full_name: null })
  const before = await everything()
  for (const about of ['staff', 'focal']) expect((await complain({ about })).body['code']).toBe('no_focal_person')
  expect(await everything()).toEqual(before)
})

describe('whom Settings name', () => {
  let zainab: Administrator
  beforeEach(async () => {
    await server.core.organisation.refresh()
    zainab = await newAdministrator(server, 'zainab')
  })
  const name = async () => (await server.call('GET', '/api/complaints/focal-person')).body['full_name']
  const save = (by: Administrator, more: object) =>
    saveOrganisation(by, (of) => ({ ...of, complaints: { ...of.complaints, ...more } }))
  const Decisions = z.object({ items: z.array(z.looseObject({ changes: z.unknown() })) })
  const waitsFor = async (who: Administrator) =>
    Decisions.parse((await who.call('GET', '/api/admin/decisions')).body).items.length
  const Proposed = z.looseObject({ proposal: z.looseObject({ id: z.string() }) })
  const propose = async (by: Administrator, more: object) => {
    expect((await save(by, more)).status).toBe(200)
    const { id } = Proposed.parse((await publishOrganisation(by)).body).proposal
    return (other: Administrator) => other.call('POST', `/api/admin/decisions/${id}/confirmation`)
  }

  test('reads complaints that come from then on; it takes two others, and never the one who is named', async () => {
    await codeOf({ about: 'staff', text: 'Musa asked me for money.' })
    expect((await save(musa, { focal: crypto.randomUUID() })).body).toMatchObject({
      fields: [{ field: 'content.complaints.focal' }],
    })
    expect((await save(musa, { focal: musa.userId })).status).toBe(200)
    expect((await publishOrganisation(musa)).body['code']).toBe('own_focal_person')
    const confirm = await propose(zainab, {})
    expect([await waitsFor(musa), await waitsFor(halima)]).toEqual([0, 1])
    const [decision] = Decisions.parse((await halima.call('GET', '/api/admin/decisions')).body).items
    expect(decision?.changes).toEqual([
      { field: 'complaints.focal', before: '', after: 'Musa Musa, musa@taimako.example' },
    ])
    expect((await confirm(musa)).body['code']).toBe('own_focal_person')
    expect(await name()).toBe('Halima Musa')
    expect((await confirm(halima)).status).toBe(200)
    expect(await name()).toBe('Musa Musa')

    await codeOf({ about: 'staff', text: 'Halima shouted.' })
    expect([await textsOf(halima), await textsOf(musa)]).toEqual([['Musa asked me for money.'], ['Halima shouted.']])
    expect([await counted(halima), await counted(musa), await counted(zainab)]).toEqual([1, 1, 0])
    expect((await act(musa, await firstId(halima), 'acknowledgement')).body['code']).toBe('not_found')
    // One that came before goes to the new one once its reader is no administrator any more.
    await server.core.db.execute(
      sql`update profiles set staff_roles = '{reviewer}' where user_id = ${halima.userId}::uuid`,
    )
    expect((await textsOf(musa)).toSorted()).toEqual(['Halima shouted.', 'Musa asked me for money.'])
    // An address that is freed names no one: it is the account that was decided on.
    await server.core.db.execute(sql`update users set email = 'musa@new.example' where id = ${musa.userId}::uuid`)
    await server.core.db.execute(sql`update users set email = 'musa@taimako.example' where id = ${zainab.userId}::uuid`)
    expect([(await textsOf(musa)).length, await textsOf(zainab)]).toEqual([2, []])
    await server.core.organisation.refresh()
    const pages = JSON.stringify(await renderShown(server))
    expect(pages.includes('musa@') || pages.includes(musa.userId)).toBe(false)
  })

  test('is an administrator still when it is published, and when a second one confirms', async () => {
    const setRoles = (roles: string) =>
      server.core.db.execute(sql`update profiles set staff_roles = ${roles} where user_id = ${musa.userId}::uuid`)
    const detail = expect.stringContaining('is not an administrator')
    const refused = { code: 'invalid_input', detail, fields: [{ field: 'content.complaints.focal' }] }
    expect((await save(zainab, { focal: musa.userId })).status).toBe(200)
    await setRoles('{reviewer}')
    expect((await publishOrganisation(zainab)).body).toMatchObject(refused)
    await setRoles('{administrator}')
    const confirm = await propose(zainab, {})
    await setRoles('{reviewer}')
    expect((await confirm(halima)).body).toMatchObject(refused)
    expect(await name()).toBe('Halima Musa')
    await setRoles('{administrator}')
    expect((await confirm(halima)).status).toBe(200)
    expect(await name()).toBe('Musa Musa')
  })

  test('is read for FOCAL_PERSON again once who was named has left; the doctor says so where that is no one either', async () => {
    const named = async () => (await checkComplaints(server.core)).map(({ says }) => says)
    const confirm = await propose(zainab, { focal: musa.userId })
    expect((await confirm(halima)).status).toBe(200)
    expect([await name(), await named()]).toEqual(['Musa Musa', []])
    const leave = ({ userId }: Administrator) =>
      server.core.db.execute(sql`update profiles set staff_roles = '{reviewer}' where user_id = ${userId}::uuid`)
    await leave(musa)
    expect([await name(), await named()]).toEqual(['Halima Musa', []])
    await codeOf({ about: 'staff', text: 'Zainab asked me for money.' })
    expect([await textsOf(halima), await textsOf(zainab)]).toEqual([['Zainab asked me for money.'], []])
    await leave(halima)
    expect([await name(), (await named()).length]).toEqual([null, 2])
    expect((await named())[1]).toContain('complaints about people who work here are refused')
  })

  test('the pages name someone outside, or say that there is no one; so does a refusal', async () => {
    const page = async () => z.string().parse((await renderShown(server))['/complain'])
    expect(await page()).toContain('No one outside is named here yet')
    expect((await save(musa, { outsider: 'Sister Grace' })).body).toMatchObject({
      fields: [{ field: 'content.complaints.outsider_reach' }],
    })
    const confirm = await propose(musa, { outsider: 'Sister Grace', outsider_reach: '+234 803 111 2222' })
    expect((await confirm(zainab)).status).toBe(200)
    await server.core.organisation.refresh()
    expect(await page()).toContain('tell Sister Grace, who does not work here: +234 803 111 2222.')
    await server.core.db.execute(
      sql`update profiles set staff_roles = '{reviewer}' where user_id = ${halima.userId}::uuid`,
    )
    expect((await complain({ about: 'staff' })).body).toMatchObject({
      code: 'no_focal_person',
      detail: 'Tell Sister Grace, who does not work here: +234 803 111 2222.',
    })
  })
})
