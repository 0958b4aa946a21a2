/** Assigning and closing many requests at once: tried dry, then in one transaction, and never an approval. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { addDocument, newPerson, REQUEST } from '../../../../test/support/asking.ts'
import { readMails } from '../../../../test/support/mails.ts'
import { queueWorld } from '../../../../test/support/working-queue.ts'
import { newKey } from '../../../../test/support/server.ts'
import { hours, minutes } from '../../../platform/clock.ts'

const world = queueWorld()
const Answer = z.object({
  changed: z.number(),
  refused: z.number(),
  rows: z.array(z.object({ id: z.string(), refusal: z.string().nullable(), version: z.number().nullable() })),
})
const send = (change: object, rows: { id: string; expected_version: number }[], more: object = {}) =>
  world().halima.call('POST', '/api/admin/queue/changes', { dry_run: false, rows, change, ...more })
const changeAll = async (change: object, rows: { id: string; expected_version: number }[], more: object = {}) => {
  const { status, body } = await send(change, rows, more)
  expect([status, body]).toEqual([200, expect.anything()])
  return Answer.parse(body)
}
const first = (id: string) => ({ id, expected_version: 1 })

test('a dry run says what would happen and changes nothing; the change does exactly that', async () => {
  const { halima, bola, amina, on, idsIn, details, expectRefused } = world()
  const own = z.string().parse((await halima.call('POST', '/api/applications', REQUEST, newKey())).body['id'])
  const [free, stale, decided] = [await amina.askLater(), await amina.askLater(), await amina.askLater()]
  await on(stale, 'notes', { text: 'Called them.' })
  await world().decide(decided, { status: 'approved' })
  const rows = [first(free), first(stale), { id: decided, expected_version: 2 }, first(own), first(crypto.randomUUID())]
  const refusals = [null, 'already_decided', 'already_decided', 'own_request', 'not_found']
  const assign = { kind: 'assign', to: bola.userId }
  const dry = Answer.parse(await expectRefused(() => send(assign, rows, { dry_run: true }), 200, undefined))
  expect([dry.changed, dry.refused, dry.rows.map(({ refusal }) => refusal)]).toEqual([1, 4, refusals])
  const done = await changeAll(assign, rows)
  expect(done.rows.map(({ refusal, version }) => [refusal, version])).toEqual([
    [null, 2],
    ['already_decided', 2],
    ['already_decided', 2],
    ['own_request', 1],
    ['not_found', null],
  ])
  expect(await idsIn('mine', bola)).toEqual([free])
  expect(await details(free)).toMatchObject({ acts: [{ act: 'assigned', to: { user_id: bola.userId } }] })
  const nothing = [{ kind: 'approve' }, { kind: 'reject', reason: 'No.' }, { kind: 'assign' }]
  for (const change of nothing) await expectRefused(() => send(change, [first(free)]), 400, 'invalid_input')
  for (const wrong of [[], [first(free), first(free)], Array.from({ length: 101 }, () => first(crypto.randomUUID()))])
    await expectRefused(() => send(assign, wrong), 400, 'invalid_input')
})

test('every kind of change is refused where the same change of one request is, and nothing changes', async () => {
  const { halima, bola, amina, decide, versionOf, expectRefused, take } = world()
  const own = z.string().parse((await halima.call('POST', '/api/applications', REQUEST, newKey())).body['id'])
  const [stale, decided] = [await amina.askLater(), await amina.askLater()]
  await world().on(stale, 'notes', { text: 'Called them.' })
  await decide(decided, { status: 'approved' })
  const rows = [first(own), first(stale), { id: decided, expected_version: 2 }, first(crypto.randomUUID())]
  const kinds = ['close_duplicate', 'close_unanswered', 'take_back'].map((kind) => ({ kind }))
  for (const change of [{ kind: 'assign', to: bola.userId }, ...kinds]) {
    const answer = Answer.parse(await expectRefused(() => send(change, rows), 200, undefined))
    expect([change.kind, ...answer.rows.map(({ refusal }) => refusal)]).toEqual([
      change.kind,
      'own_request',
      'already_decided',
      'already_decided',
      'not_found',
    ])
  }
  // A request that a colleague works on is not closed.
  const twin = await (await newPerson(world().server, 'twin')).askLater()
  expect(await take(bola, [own, stale])).toBe(twin)
  const held = [{ id: twin, expected_version: await versionOf(twin) }]
  const closing = Answer.parse(await expectRefused(() => send({ kind: 'close_duplicate' }, held), 200, undefined))
  expect(closing.rows[0]?.refusal).toBe('held_by_another')
  const same = Answer.parse(await expectRefused(() => send({ kind: 'assign', to: null }, held), 200, undefined))
  expect(same.rows[0]?.refusal).toBe('nothing_to_change')
  // One by one only.
  for (const change of [
    { kind: 'wait', until: { kind: 'tomorrow' } },
    { kind: 'read' },
    { kind: 'unread' },
    { kind: 'tag', tag: 'One', on: true },
    { kind: 'papers', text: 'The bill, please.' },
  ])
    await expectRefused(() => send(change, held), 400, 'invalid_input')
})

test('assigns at most 25 to a person: the rest of the rows say so', async () => {
  const { server, bola, amina } = world()
  await server.core.db.execute(sql`
    insert into aid_applications (id, user_id, beneficiary_id, application_type, description, location, idempotency_key_hash, request_hash, created_at)
    select gen_random_uuid(), user_id, id, 'food', 'x', 'x', int8send(n), '', ${server.clock.now().toISOString()}
      from profiles, generate_series(1, 27) as n where user_id = ${amina.userId}`)
  const rows = (await world().list('sort=due&limit=27')).items.map(({ id }) => first(id))
  const { changed, rows: outcomes } = await changeAll({ kind: 'assign', to: bola.userId }, rows)
  const refused = outcomes.filter(({ refusal }) => refusal === 'too_many_assigned')
  expect([changed, refused.length]).toEqual([25, 2])
})

test('closes duplicates and requests without an answer for 30 days, with the words of the template, and nothing else', async () => {
  const { server, amina, age, askPapers, details, versionOf } = world()
  await amina.call('PUT', '/api/profile', { full_name: 'Amina Yusuf', phone: '08099999999', address: 'Elsewhere 1' })
  const alone = await amina.askLater()
  const close = async (kind: string, id: string) =>
    (await changeAll({ kind }, [{ id, expected_version: await versionOf(id) }])).rows[0]?.refusal
  for (const kind of ['close_duplicate', 'close_unanswered']) expect(await close(kind, alone)).toBe('not_closable')
  await askPapers(alone)
  await age(hours(24 * 30) - 1)
  expect(await close('close_unanswered', alone)).toBe('not_closable')
  await age(1)
  expect(await close('close_unanswered', alone)).toBeNull()
  expect(await details(alone)).toMatchObject({ status: 'rejected', history: [{}, {}, { reason_code: 'no_answer' }] })
  const original = await (await newPerson(server, 'bisi')).askLater()
  const twins = [await (await newPerson(server, 'twin')).askLater(), await (await newPerson(server, 'trio')).askLater()]
  const all = await changeAll({ kind: 'close_duplicate' }, [...twins, original].map(first))
  expect(all.rows.map(({ refusal }) => refusal)).toEqual([null, null, 'not_closable'])
  for (const twin of twins)
    expect(await details(twin)).toMatchObject({
      history: [{}, { reason_code: 'duplicate', reason: expect.stringMatching(/^Dear Amina,/) }],
      undo_until: expect.any(String),
    })
  // A rejected request is no reason to close the next one.
  await world().decide(original, { status: 'rejected', reason: 'No.' })
  expect(await close('close_duplicate', await (await newPerson(server, 'later')).askLater())).toBe('not_closable')
})

test('a request whose applicant wrote in the last 30 days is not closed for no answer, whether or not someone read it', async () => {
  const { server, amina, age, askPapers, change, expectRefused, versionOf } = world()
  const id = await amina.askLater()
  await askPapers(id)
  const close = (version: number) => send({ kind: 'close_unanswered' }, [{ id, expected_version: version }])
  const refused = async () => {
    const version = await versionOf(id)
    const answer = Answer.parse(await expectRefused(() => close(version), 200, undefined))
    return answer.rows.map(({ refusal }) => refusal)
  }
  await age(hours(24 * 40))
  const documents = [await addDocument(server, amina.userId, 'part of it.pdf')]
  expect((await amina.call('POST', `/api/applications/${id}/added-papers`, { documents })).status).toBe(201)
  expect(await refused()).toEqual(['not_closable'])
  expect((await change(id, 'read', {})).status).toBe(200)
  expect(await refused()).toEqual(['not_closable'])
  await server.core.db.execute(sql`update request_acts set until = until - interval '30 days'`)
  expect(Answer.parse((await close(await versionOf(id))).body).changed).toBe(1)
})

test('a withdrawn request is no reason to close the next one, and in no list of the requests of its person', async () => {
  const { halima, amina, details, expectRefused } = world()
  const withdrawn = await amina.askLater()
  expect((await amina.call('POST', `/api/applications/${withdrawn}/withdrawal`)).status).toBe(200)
  const next = await amina.askLater()
  const refused = Answer.parse(
    await expectRefused(() => send({ kind: 'close_duplicate' }, [first(next)]), 200, undefined),
  )
  expect(refused.rows[0]?.refusal).toBe('not_closable')
  const Reviewed = z.object({ other_applications: z.array(z.unknown()), applicant: z.object({ id: z.string() }) })
  const { other_applications: others, applicant } = Reviewed.parse(await details(next))
  expect(others).toEqual([])
  const person = (await halima.call('GET', `/api/admin/beneficiaries/${applicant.id}`)).body
  expect(person).toMatchObject({ applications: 1, application_list: [{ id: next }] })
})

test('closes with the words that were shown, and none where the template was edited since', async () => {
  const { server, halima, details, expectRefused, on } = world()
  await (await newPerson(server, 'bisi')).askLater()
  const id = await (await newPerson(server, 'twin')).askLater()
  const close = (versions: object) => send({ kind: 'close_duplicate', template_versions: versions }, [first(id)])
  const edited = await halima.call('PUT', '/api/admin/reason-templates', {
    kind: 'rejection',
    application_type: 'schoolfees',
    reason_code: 'duplicate',
    language: 'en-NG',
    title: 'Twice',
    text: 'Dear {first_name}, we have {case} already.',
    expected_version: 1,
  })
  expect(edited.status).toBe(200)
  for (const versions of [{ schoolfees: 1 }, { food: 2 }, { cars: 2 }, {}]) {
    const refused = Answer.parse(await expectRefused(() => close(versions), 200, undefined))
    expect(refused.rows[0]?.refusal).toBe('template_changed')
  }
  for (const versions of [{ schoolfees: 0 }, { 'Cars!': 2 }, []])
    await expectRefused(() => close(versions), 400, 'invalid_input')
  expect((await close({ schoolfees: 2, food: 1 })).body).toMatchObject({ changed: 1 })
  expect(await details(id)).toMatchObject({
    status: 'rejected',
    history: [{}, { template_version: 2, reason: expect.stringMatching(/^Dear Amina, we have T-/) }],
  })
  expect((await on(id, 'undo', { expected_version: 2 })).body).toMatchObject({ status: 'pending' })
})

test('several letters are taken back in one call, except one that has changed, one of a colleague and an approval', async () => {
  const { amina, bola, decide, details, idsIn, on, server, versionOf } = world()
  const [one, two, changed, theirs, approved] = [
    await amina.askLater(),
    await amina.askLater(),
    await amina.askLater(),
    await amina.askLater(),
    await amina.askLater(),
  ]
  const mine = [one, two, changed]
  for (const id of mine) await on(id, 'paper-requests', { text: 'The bill, please.', expected_version: 1 })
  const before = await Promise.all(mine.map(async (id) => ({ id, expected_version: await versionOf(id) })))
  await on(changed, 'notes', { text: 'Called them.' })
  await on(theirs, 'paper-requests', { text: 'The bill, please.', expected_version: 1 }, bola)
  await decide(approved, { status: 'approved' })
  const rest = [theirs, approved].map(async (id) => ({ id, expected_version: await versionOf(id) }))
  const rows = [...before, ...(await Promise.all(rest))]
  const refusals = [null, null, 'already_decided', 'undo_too_late', 'already_decided']
  const dry = await changeAll({ kind: 'take_back' }, rows, { dry_run: true })
  expect(dry.rows.map(({ refusal }) => refusal)).toEqual(refusals)
  expect(await idsIn('waiting')).toEqual([one, two, changed, theirs])
  const done = await changeAll({ kind: 'take_back' }, rows)
  expect(done.rows.map(({ refusal }) => refusal)).toEqual(refusals)
  expect(await idsIn('waiting')).toEqual([changed, theirs])
  expect(await details(one)).toMatchObject({ held_by: null, acts: [{ act: 'taken_back' }] })
  await server.pass(minutes(2), /waiting-letters/)
  const mailed = (await readMails(server)).filter(
    ({ subject }) => subject === 'We need more information for your request',
  )
  // One mail for each of the two requests that still wait for papers.
  expect(mailed).toHaveLength(2)
  const again = await changeAll({ kind: 'take_back' }, [{ id: one, expected_version: await versionOf(one) }])
  expect(again.rows[0]?.refusal).toBe('undo_too_late')
})
