/** Templates of reasons: what is shipped, who edits it, what fills it, and where its code goes. */
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { APPLICATION_TYPES } from '../../../../contract/aid/offered-types.ts'
import { readAudit } from '../../../../test/support/administering.ts'
import { queueWorld } from '../../../../test/support/working-queue.ts'
import { minutes } from '../../../platform/clock.ts'

const world = queueWorld()

const Template = z.looseObject({
  kind: z.string(),
  reason_code: z.string(),
  title: z.string(),
  text: z.string(),
  version: z.number(),
})
const templates = async (type = 'schoolfees') =>
  z
    .object({ items: z.array(Template) })
    .parse((await world().halima.call('GET', `/api/admin/reason-templates?type=${type}`)).body).items
const edit = (more: object, by = world().halima) =>
  by.call('PUT', '/api/admin/reason-templates', {
    kind: 'rejection',
    application_type: 'food',
    reason_code: 'duplicate',
    language: 'en-NG',
    title: 'Twice',
    text: 'Dear {first_name}, we have {case} already.',
    expected_version: 1,
    ...more,
  })
const timeline = async (id: string) =>
  z
    .looseObject({ timeline: z.array(z.looseObject({ reason: z.string().nullable() })) })
    .parse((await world().amina.call('GET', `/api/applications/${id}`)).body).timeline

describe('templates', () => {
  test('of every type are 8 rejections and 6 requests for papers, each of which can be filled', async () => {
    const { amina, on } = world()
    const texts = new Set<string>()
    for (const type of APPLICATION_TYPES) {
      const id = await amina.askLater({ application_type: type })
      const found = await templates(type)
      expect(found.map(({ kind }) => kind)).toEqual([...Array(8).fill('rejection'), ...Array(6).fill('papers')])
      for (const { kind, text } of found) {
        const shown = await on(id, 'preview', { kind, text, papers: ['The fee sheet'] })
        expect([shown.status, shown.body['text']]).toEqual([
          200,
          expect.stringMatching(/^Dear Amina,\n[^{}]+T-\d+-\d{4}-\d/),
        ])
        texts.add(text)
      }
      await world().decide(id, { status: 'approved' })
    }
    expect(texts.size).toBeGreaterThan(60)
  })

  test('are edited as the next version, which is audited; an edit of an older one is refused', async () => {
    const { bola, amina, decide, expectRefused } = world()
    expect((await edit({})).body).toMatchObject({ version: 2, title: 'Twice' })
    await expectRefused(() => edit({ title: 'Mine' }, bola), 409, 'template_changed')
    const [first, second] = await Promise.all([edit({ expected_version: 2 }), edit({ expected_version: 2 }, bola)])
    expect([first.status, second.status].toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await templates('food')).toContainEqual(expect.objectContaining({ reason_code: 'duplicate', version: 3 }))
    expect(await templates('shelter')).not.toContainEqual(expect.objectContaining({ title: 'Twice' }))
    expect(await readAudit(world().server)).toContainEqual(
      expect.objectContaining({ action: 'template.changed', subject_id: 'rejection/food/duplicate/en-NG' }),
    )
    const id = await amina.askLater({ application_type: 'food' })
    const rejection = { status: 'rejected', reason: 'Twice.', reason_code: 'duplicate' }
    await expectRefused(() => decide(id, { ...rejection, template_version: 4 }), 400, 'invalid_input')
    expect((await decide(id, { ...rejection, template_version: 1 })).status).toBe(200)
  })

  test('with an unknown placeholder, or of another kind, are refused', async () => {
    for (const more of [
      { text: 'Dear {name}' },
      { text: 'Dear {first_name }' },
      { text: '{}' },
      { text: 'Dear {first_name, we have {case} already.' },
      { text: 'Dear first_name}' },
      { reason_code: 'bill' },
      { kind: 'papers' },
      { title: ' ' },
    ])
      expect.soft([more, (await edit(more)).body['code']]).toEqual([more, 'invalid_input'])
    expect((await templates('food')).every(({ version }) => version === 1)).toBe(true)
  })
})

describe('a text from a template', () => {
  test('is filled for the applicant, and its code and version are kept with the decision', async () => {
    const { server, amina, halima, decide, details } = world()
    const id = await amina.askLater()
    const { case_number: number } = await details(id)
    const reason = 'Dear {first_name}, on {date} we closed {case}.'
    const rejection = { status: 'rejected', reason, reason_code: 'no_answer', template_version: 1 }
    expect((await decide(id, rejection)).status).toBe(200)
    expect((await timeline(id)).at(-1)?.reason).toBe(`Dear Amina, on 15 January 2026 we closed ${String(number)}.`)
    expect(await details(id)).toMatchObject({ history: [{}, { reason_code: 'no_answer', template_version: 1 }] })
    const csv = async () =>
      (
        await server.app.request('/api/admin/applications.csv', { headers: { authorization: halima.authorization } })
      ).text()
    expect(await csv()).toContain(',no_answer')
    const overview = async () =>
      z
        .looseObject({ applications: z.looseObject({ rejected_this_month: z.unknown() }) })
        .parse((await halima.call('GET', '/api/admin/overview')).body).applications.rejected_this_month
    expect(await overview()).toEqual([{ reason_code: 'no_answer', requests: 1 }])
    await decide(id, { status: 'pending' })
    expect([await overview(), (await csv()).includes(',no_answer')]).toEqual([[], false])
  })

  test('to ask for papers names them and the day', async () => {
    const { server, amina, on } = world()
    const id = await amina.askLater()
    const asked = {
      text: 'Until {date}:\n{papers}',
      reason_code: 'bill',
      template_version: 1,
      papers: ['A bill', 'A photo'],
    }
    expect((await on(id, 'paper-requests', asked)).status).toBe(201)
    expect((await amina.call('GET', `/api/applications/${id}`)).body).toMatchObject({
      waiting_for: { text: 'Until 14 February 2026:\n- A bill\n- A photo' },
    })
    await server.pass(minutes(1), /waiting-letters/)
  })

  test('with a placeholder that is unknown or stays empty, or a code that does not fit, is refused', async () => {
    const { amina, decide, on, expectRefused } = world()
    const id = await amina.askLater()
    for (const body of [
      { reason: 'Send {papers}.' },
      { reason: 'Dear {name}.' },
      { reason: 'Dear {first_name.' },
      { reason: 'No.', reason_code: 'no_answer' },
      { reason: 'No.', template_version: 1 },
      { reason: 'No.', reason_code: 'bill', template_version: 1 },
      { status: 'approved', reason_code: 'no_answer', template_version: 1 },
    ])
      await expectRefused(() => decide(id, { status: 'rejected', ...body }), 400, 'invalid_input')
    for (const body of [
      { text: '{papers}' },
      { text: '{who}' },
      { text: 'A bill', reason_code: 'duplicate', template_version: 1 },
    ])
      await expectRefused(() => on(id, 'paper-requests', body), 400, 'invalid_input')
    await expectRefused(() => on(id, 'preview', { kind: 'rejection', text: '{papers}' }), 400, 'invalid_input')
    const words = 'Replace {papers} by words: there is nothing to fill it with.'
    const rejection = { status: 'rejected', reason: 'Send {papers}.' }
    expect(await expectRefused(() => decide(id, rejection), 400, 'invalid_input')).toMatchObject({ detail: words })
  })
})
