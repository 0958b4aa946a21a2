/** The organisation's details: one draft that no one overwrites unseen, two people for what names it, and a history. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { QUICK_AMOUNTS_NAIRA } from '../../../contract/money/funds.ts'
import { AMOUNT_KOBO_MAX, AMOUNT_KOBO_MIN, koboToNaira } from '../../../contract/platform/money.ts'
import { Organisation } from '../../../contract/platform/organisation.ts'
import { newAdministrator, readAudit, type Administrator } from '../../../test/support/administering.ts'
import {
  ORGANISATION_PATH,
  OrganisationView as View,
  publishOrganisation as publish,
  readOrganisation,
  renderShown,
  saveOrganisation as save,
} from '../../../test/support/organisation.ts'
import { testServer, type TestServer } from '../../../test/support/server.ts'
import { ourAbout, ourFaq, ourThanks } from '../../../contract/platform/our-texts.ts'
import { checkOrganisation } from '../../operator/doctor/organisation.ts'
import { forgetFunds } from '../../money/funds/funds.ts'
import { exportOrganisation, importOrganisation } from './organisation-file.ts'

const PATH = ORGANISATION_PATH
let server: TestServer
let halima: Administrator
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.empty()
  await server.core.organisation.refresh()
  halima = await newAdministrator(server, 'halima')
})

const read = (by = halima) => readOrganisation(by)
const sign = (signature: string) => (of: Organisation) => ({ ...of, letters: { ...of.letters, signature } })
const named = (name: string) => (of: Organisation) => ({ ...of, name })
test('a lone administrator publishes alone; its pages and contacts follow', async () => {
  expect((await save(halima, named('Nakowa Relief'))).status).toBe(200)
  expect(
    (await save(halima, (of) => ({ ...of, support: { ...of.support, email: 'help@nakowa.example' } }))).status,
  ).toBe(200)
  expect((await read()).changes.map(({ field }) => field)).toEqual(['name', 'support.email'])
  expect(server.core.organisation.shown.name).toBe('Taimako')
  const answer = await publish(halima)
  expect(answer).toMatchObject({
    status: 200,
    body: { published: { name: 'Nakowa Relief' }, draft: { changed_at: null } },
  })
  expect((await renderShown(server))['/contact']).toContain('mailto:help@nakowa.example')
  expect((await readAudit(server)).map(({ action }) => action)).toEqual(
    expect.arrayContaining(['organisation.draft_saved', 'organisation.published']),
  )
})

test('of two administrators, both publish a name, and one a signature', async () => {
  const musa = await newAdministrator(server, 'musa')
  await save(halima, sign('With thanks'))
  expect((await publish(halima)).body).toMatchObject({
    published: { letters: { signature: 'With thanks' } },
    proposal: null,
  })
  await save(halima, named('Nakowa Relief'))
  expect((await read()).needs_second).toBe(true)
  const { proposal } = View.parse((await publish(halima)).body)
  expect(server.core.organisation.shown.name).toBe('Taimako')
  const confirm = (by: Administrator) => by.call('POST', `/api/admin/decisions/${proposal?.id}/confirmation`)
  expect((await confirm(halima)).body['code']).toBe('second_administrator_needed')
  expect((await confirm(musa)).status).toBe(200)
  const { items } = z
    .object({ items: z.array(z.looseObject({ reason: z.string() })) })
    .parse((await halima.call('GET', `${PATH}/versions`)).body)
  expect(items.map(({ reason }) => reason)).toEqual(['We begin.', 'We begin.'])
  expect((await read()).published).toMatchObject({ name: 'Nakowa Relief', letters: { signature: 'With thanks' } })
})

test('a withdrawn proposal is the draft again, unless someone has begun another one', async () => {
  await newAdministrator(server, 'musa')
  for (const other of [null, 'Mine']) {
    await save(halima, named('Nakowa Relief'))
    const { proposal } = View.parse((await publish(halima)).body)
    if (other !== null) await save(halima, sign(other))
    expect((await halima.call('POST', `/api/admin/decisions/${proposal?.id}/withdrawal`)).status).toBe(200)
    expect((await read()).draft.content).toMatchObject(
      other === null ? { name: 'Nakowa Relief' } : { name: 'Taimako', letters: { signature: other } },
    )
  }
  // It is in the history meanwhile, and takes the place of the other draft where someone says so.
  const { body } = await halima.call('GET', `${PATH}/versions`)
  const [last] = z.object({ withdrawn: z.array(z.looseObject({ proposal: z.uuid() })) }).parse(body).withdrawn
  expect(last).toMatchObject({ changes: [expect.objectContaining({ field: 'name', after: 'Nakowa Relief' })] })
  const begin = { revision: (await read()).draft.revision, proposal: last?.proposal }
  expect((await halima.call('POST', `${PATH}/draft/discard`, begin)).status).toBe(200)
  expect((await read()).draft.content).toMatchObject({ name: 'Nakowa Relief' })
})

test('nobody overwrites a draft that they have not seen, or undoes a publication unseen', async () => {
  const musa = await newAdministrator(server, 'musa')
  const seen = (await read()).draft
  await save(musa, sign('Musa'))
  const late = { revision: seen.revision, content: seen.content }
  expect((await halima.call('PUT', `${PATH}/draft`, late)).body['code']).toBe('draft_changed')
  expect((await halima.call('POST', `${PATH}/publish`, { revision: 0, reason: 'x' })).body['code']).toBe(
    'draft_changed',
  )
  const { draft } = await read()
  expect(draft.content.letters.signature).toBe('Musa')
  expect((await publish(musa)).status).toBe(200)
  expect((await publish(musa)).body['code']).toBe('nothing_to_change')
  // Both seen before: the details without a draft, and the first draft.
  for (const { revision, content } of [seen, draft]) {
    expect((await halima.call('PUT', `${PATH}/draft`, { revision, content })).body['code']).toBe('draft_changed')
    await save(musa, sign('Half a sen'))
    expect((await halima.call('POST', `${PATH}/publish`, { revision, reason: 'x' })).body['code']).toBe('draft_changed')
    await halima.call('POST', `${PATH}/draft/discard`, { revision: (await read()).draft.revision })
  }
  expect((await read()).published.letters.signature).toBe('Musa')
})

test('twenty who publish at once leave one history', async () => {
  await save(halima, sign('Once'))
  const { revision } = (await read()).draft
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => halima.call('POST', `${PATH}/publish`, { revision, reason: 'Now.' })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
  expect((await read()).version).not.toBeNull()
  const { items } = z.object({ items: z.array(z.unknown()) }).parse((await halima.call('GET', `${PATH}/versions`)).body)
  expect(items).toHaveLength(1)
})

test('the tenth publication follows the ninth', async () => {
  for (let turn = 1; turn <= 11; turn++) {
    await save(halima, sign(`Turn ${turn}`))
    expect((await publish(halima)).body).toMatchObject({ published: { letters: { signature: `Turn ${turn}` } } })
  }
})

test('an earlier publication becomes the draft again', async () => {
  for (const words of ['First', 'Second']) {
    await save(halima, sign(words))
    await publish(halima)
  }
  const { items } = z
    .object({ items: z.array(z.object({ version: z.number() })) })
    .parse((await halima.call('GET', `${PATH}/versions`)).body)
  const discard = async (version: number | undefined) =>
    halima.call('POST', `${PATH}/draft/discard`, { revision: (await read()).draft.revision, version })
  const reset = await discard(items[1]?.version)
  expect(View.parse(reset.body).changes).toEqual([{ field: 'letters.signature', before: 'Second', after: 'First' }])
  expect((await discard(999_999)).status).toBe(404)
  expect((await publish(halima)).body).toMatchObject({ published: { letters: { signature: 'First' } } })
})

const asked = (answer: string) => (of: Organisation) => ({
  ...of,
  texts: { ...of.texts, faq: { language: 'en' as const, questions: [{ topic: 'Us', question: 'Who?', answer }] } },
})

test('a text takes one person, of two, and each difference is told, also back to ours', async () => {
  await newAdministrator(server, 'musa')
  await save(halima, asked('**We.**'))
  const { changes, needs_second } = await read()
  expect(needs_second).toBe(false)
  expect(changes).toContainEqual({ field: 'texts.faq.answers.Who?', before: '', after: '**We.**' })
  expect(changes.filter(({ after }) => after === '').length).toBe(ourFaq.questions.length)
  expect((await publish(halima)).body).toMatchObject({ published: { texts: { faq: { language: 'en' } } } })
  await save(halima, asked('They.'))
  expect((await read()).changes).toEqual([{ field: 'texts.faq.answers.Who?', before: '**We.**', after: 'They.' }])
  await save(halima, (of) => ({ ...of, texts: { ...of.texts, faq: null } }))
  expect(await publish(halima)).toMatchObject({ status: 200, body: { published: { texts: { faq: null } } } })
  const [, entry] = (await readAudit(server)).filter(({ action }) => action === 'organisation.published')
  expect(entry?.after).toMatchObject({ changed: 'texts.faq' })
})

test('figures are ours, marked, until the organisation stands behind its own', async () => {
  const figures = { language: 'en' as const, stories: [{ figure: '212', name: 'Children back at school' }], about: [] }
  await save(halima, (of) => ({ ...of, texts: { ...of.texts, figures } }))
  expect((await read()).changes).toContainEqual({
    field: 'texts.figures.stories.0.figure',
    before: '147',
    after: '212',
  })
  await publish(halima)
  const page = async () => (await renderShown(server))['/success-stories']
  expect(await page()).toContain('Children back at school')
  expect(await page()).not.toContain('data-example="figures"')
  await save(halima, (of) => ({ ...of, texts: { ...of.texts, figures: null } }))
  await publish(halima)
  expect(await page()).toContain('data-example="figures"')
  const five = { ...figures, about: Array.from({ length: 5 }, () => ({ figure: '1', name: 'Life' })) }
  expect((await save(halima, (of) => ({ ...of, texts: { ...of.texts, figures: five } }))).status).toBe(400)
})

const STORY = 'We began in **Kano**.\n\n<b>Ours</b> & yours'
const told = (of: Organisation) => ({ ...of, texts: { ...of.texts, about: { ...ourAbout, story: STORY } } })

test('the step of texts is done once the story is its own, and open again with ours; the doctor says so', async () => {
  const left = async () => (await checkOrganisation({ ...server.core, env: { ...server.core.env, mode: 'live' } }))[0]
  const about = (story: string) => (of: Organisation) => ({
    ...of,
    texts: { ...of.texts, about: { ...ourAbout, story } },
  })
  for (const [change, isDone] of [
    [about(ourAbout.story), false],
    [told, true],
    [(of: Organisation) => ({ ...of, texts: { ...of.texts, about: null } }), false],
  ] as const) {
    await save(halima, (of) => sign(String(isDone) + of.letters.signature)(change(of)))
    expect((await publish(halima)).body).toMatchObject({
      steps: expect.arrayContaining([{ name: 'texts', is_done: isDone, is_done_in_draft: isDone }]),
    })
    const message = (await left())?.says
    expect({ message, isLeft: message?.includes('texts') }).toMatchObject({
      message: expect.stringContaining(`${isDone ? 1 : 0} of 10 done`),
      isLeft: !isDone,
    })
  }
})

const REFUSED: readonly [string, (of: Organisation) => object, string][] = [
  ['markup in a name', (of) => ({ ...of, name: '<b>Us</b>' }), 'content.name'],
  ['a name of two lines', (of) => ({ ...of, name: 'Us\nThem' }), 'content.name'],
  ['an empty name', (of) => ({ ...of, name: '  ' }), 'content.name'],
  ['a short name that no text message carries', (of) => ({ ...of, short_name: 'x'.repeat(13) }), 'content.short_name'],
  ['an address that runs a script', (of) => ({ ...of, quick_exit: 'javascript:alert(1)' }), 'content.quick_exit'],
  ['an address without encryption', (of) => ({ ...of, source_code: 'http://example.org' }), 'content.source_code'],
  ['a colour in words', (of) => ({ ...of, look: { ...of.look, main: 'green' } }), 'content.look.main'],
  ['a colour that no one can read', (of) => ({ ...of, look: { ...of.look, main: '#ffee55' } }), 'content.look.main'],
  [
    'an accent that is lost in the dark',
    (of) => ({ ...of, look: { ...of.look, accent: '#101010' } }),
    'content.look.accent',
  ],
  ['a logo that was not stored', (of) => ({ ...of, look: { ...of.look, logo: 'a'.repeat(64) } }), 'content.look.logo'],
  ['two amounts to choose from', (of) => ({ ...of, quick_amounts: [500, 1000] }), 'content.quick_amounts'],
  ['nine of them', (of) => ({ ...of, quick_amounts: [1, 2, 3, 4, 5, 6, 7, 8, 9] }), 'content.quick_amounts'],
  ['amounts that fall', (of) => ({ ...of, quick_amounts: [500, 2000, 1000] }), 'content.quick_amounts'],
  ['an amount twice', (of) => ({ ...of, quick_amounts: [500, 500, 1000] }), 'content.quick_amounts'],
  ['an amount with kobo', (of) => ({ ...of, quick_amounts: [500, 999.5, 1000] }), 'content.quick_amounts.1'],
  ['no amount', (of) => ({ ...of, quick_amounts: [0, 500, 1000] }), 'content.quick_amounts.0'],
  ['more than one gift may be', (of) => ({ ...of, quick_amounts: [500, 1000, 10_000_001] }), 'content.quick_amounts.2'],
  ['fewer than no lives', (of) => ({ ...of, lives_impacted: -1 }), 'content.lives_impacted'],
  ['a link that runs a script', asked('[x](javascript:alert(1))'), 'content.texts.faq.questions.0.answer'],
  [
    'a link that is hidden in a reference',
    asked('![x](data:text/html,x)[y](vbscript:x)'),
    'content.texts.faq.questions.0.answer',
  ],
  ['lists without an end', asked('- '.repeat(900) + 'x'), 'content.texts.faq.questions.0.answer'],
  ['an answer of 100 kB', asked('x'.repeat(100_000)), 'content.texts.faq.questions.0.answer'],
  [
    'a question that is there already',
    (of) => ({
      ...of,
      texts: {
        ...of.texts,
        faq: { ...ourFaq, questions: ourFaq.questions.toSpliced(3, 1, ...ourFaq.questions.slice(0, 1)) },
      },
    }),
    'content.texts.faq.questions.3.question',
  ],
  [
    'no question at all',
    (of) => ({ ...of, texts: { ...of.texts, faq: { language: 'en', questions: [] } } }),
    'content.texts.faq.questions',
  ],
  [
    'a language that no one speaks',
    (of) => ({ ...of, texts: { ...of.texts, thanks: { language: 'xx', title: 'a', text: 'b' } } }),
    'content.texts.thanks.language',
  ],
  ['an unknown field', (of) => ({ ...of, owner: 'me' }), 'content.owner'],
]
test.each(REFUSED)('refuses %s, and changes nothing', async (_, change, field) => {
  const { draft } = await read()
  const { revision, content } = draft
  const { status, body } = await halima.call('PUT', `${PATH}/draft`, { revision, content: change(content) })
  expect({ status, fields: body['fields'] }).toMatchObject({ status: 400, fields: [{ field }] })
  expect((await read()).draft).toEqual(draft)
})

test('amounts of its own are on the donate page, also without script, and the spec’s are again when it has none', async () => {
  const offered = async () => {
    const page = z.string().parse((await renderShown(server))['/donate'])
    return [...page.matchAll(/name="quick_amount" value="(\d+)"/g)].map(([, naira]) => Number(naira))
  }
  expect(await offered()).toEqual(QUICK_AMOUNTS_NAIRA)
  const own = [koboToNaira(AMOUNT_KOBO_MIN), 750, koboToNaira(AMOUNT_KOBO_MAX)]
  await save(halima, (of) => ({ ...of, quick_amounts: own }))
  expect((await read()).changes).toMatchObject([{ field: 'quick_amounts', after: '₦1, ₦750, ₦10,000,000' }])
  await publish(halima)
  expect(await offered()).toEqual(own)
  await save(halima, (of) => ({ ...of, quick_amounts: null }))
  await publish(halima)
  expect(await offered()).toEqual(QUICK_AMOUNTS_NAIRA)
})

test('languages that staff speak are named where people reach them', async () => {
  await save(halima, (of) => ({ ...of, languages: ['English', 'Hausa', 'Tiv'] }))
  expect((await read()).changes).toEqual([{ field: 'languages', before: '', after: 'English, Hausa, Tiv' }])
  await publish(halima)
  const files = await renderShown(server)
  for (const page of ['/contact', '/aid']) expect(files[page]).toContain('We speak English, Hausa, Tiv.')
  const { status } = await save(halima, (of) => ({ ...of, languages: ['<b>'] }))
  expect(status).toBe(400)
})

test('on a live instance the doctor names each example that donors still see, until there are none', async () => {
  const found = async () =>
    (await checkOrganisation({ ...server.core, env: { ...server.core.env, mode: 'live' } })).map(({ says }) => says)
  expect((await found())[1]).toContain('the stories, figures beside those that we count, what gifts to General Fund')
  await save(halima, (of) => ({
    ...of,
    texts: { ...of.texts, stories: [], figures: { language: 'en', stories: [], about: [] } },
  }))
  await publish(halima)
  await server.core.db.execute(
    sql`update funds set pays_for = '[{"from": 1000, "pays": "a meal"}]' where name <> 'food'`,
  )
  forgetFunds(server.core.db)
  expect((await found())[1]).toContain('marked as such: what gifts to Food Program pay for.')
  await server.core.db.execute(sql`update funds set pays_for = '[{"from": 1000, "pays": "a meal"}]'`)
  forgetFunds(server.core.db)
  expect((await found())[1]).toBe('No page shows an example.')
  await server.core.db.execute(sql`update funds set pays_for = '[]'`)
})

describe('as a file', () => {
  const File = z.looseObject({ organisation: z.looseObject({ texts: z.looseObject({}) }) })
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="3"/></svg>'

  test('comes back as a draft with its logo, which an administrator publishes', async () => {
    const sent = { use: 'logo', base64: Buffer.from(drawing).toString('base64') }
    const { hash } = z.object({ hash: z.string() }).parse((await halima.call('POST', `${PATH}/pictures`, sent)).body)
    await save(halima, (of) => ({ ...told(named('Nakowa Relief')(of)), look: { ...of.look, logo: hash } }))
    await publish(halima)
    const file = await exportOrganisation(server.core)
    await server.empty()
    await server.core.organisation.refresh()
    halima = await newAdministrator(server, 'halima')
    // Some editors begin a file with a byte order mark.
    await importOrganisation(server.core, `\uFEFF${file}`)
    expect(server.core.organisation.shown.name).toBe('Taimako')
    expect(await publish(halima)).toMatchObject({
      status: 200,
      body: { published: { name: 'Nakowa Relief', look: { logo: hash }, texts: { about: { story: STORY } } } },
    })
    expect(await exportOrganisation(server.core)).toBe(file)
  })

  test.each([
    ['of another version', (file: object) => ({ ...file, version: 2 }), 'version'],
    ['with an unknown field', (file: object) => ({ ...file, owner: 'me' }), 'owner'],
    [
      'with an unknown field in a text',
      (file: object) => {
        const { organisation } = File.parse(file)
        const texts = { ...organisation.texts, thanks: { ...ourThanks, html: '<b>' } }
        return { ...file, organisation: { ...organisation, texts } }
      },
      'organisation.texts.thanks: Unrecognized key: "html"',
    ],
    [
      'with an unknown text',
      (file: object) => {
        const { organisation } = File.parse(file)
        return { ...file, organisation: { ...organisation, texts: { ...organisation.texts, prices: null } } }
      },
      'organisation.texts: Unrecognized key: "prices"',
    ],
    ['of another kind', (file: object) => ({ ...file, format: 'backup' }), 'format'],
    [
      'whose logo runs a script',
      (file: object) => ({ ...file, logo: Buffer.from('<svg onload="x()"/>').toString('base64') }),
      'onload',
    ],
  ])('is refused %s, and changes nothing', async (_, change, named) => {
    const file = change(JSON.parse(await exportOrganisation(server.core)))
    await expect(importOrganisation(server.core, JSON.stringify(file))).rejects.toThrow(named)
    expect((await read()).draft).toMatchObject({ changed_at: null })
  })

  test('is refused while there is a draft, or where it is no JSON', async () => {
    const file = await exportOrganisation(server.core)
    await save(halima, sign('Mine'))
    await expect(importOrganisation(server.core, file)).rejects.toThrow('There is a draft already.')
    await expect(importOrganisation(server.core, '{')).rejects.toThrow('not JSON')
    expect((await read()).draft.content.letters.signature).toBe('Mine')
  })
})
