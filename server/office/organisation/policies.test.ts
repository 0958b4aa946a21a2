/** Versions of privacy notice, terms and refunds: each text that was in force stays readable, and consents name what was shown. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { policiesOf } from '../../../contract/platform/our-policies.ts'
import { OUR_POLICY_VERSION } from '../../../contract/platform/our-policy-version.ts'
import { POLICY_NAMES } from '../../../contract/platform/policy-names.ts'
import { ourOrganisation } from '../../../contract/platform/our-organisation.ts'
import { Organisation } from '../../../contract/platform/organisation.ts'
import { newAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { newPerson, REQUEST } from '../../../test/support/asking.ts'
import { expectBooksBalance, newKey, testServer, type TestServer } from '../../../test/support/server.ts'
import { hours } from '../../platform/clock.ts'
import { onlyRow } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import {
  digestOf,
  ensurePolicies,
  listPolicyVersions,
  namePolicies,
  storeOurPolicies,
  storePolicies,
} from '../../platform/rendering/policies.ts'
import { shownTexts } from '../../platform/rendering/shown-texts.ts'
import { exportOrganisation, importOrganisation } from './organisation-file.ts'

const PATH = '/api/admin/organisation'
const View = z.looseObject({
  draft: z.looseObject({ content: Organisation, revision: z.number() }),
  changes: z.array(z.object({ field: z.string() })),
  needs_second: z.boolean(),
})

let server: TestServer
let halima: Administrator
beforeAll(async () => {
  server = await testServer()
  // Every version has been stored since then.
  server.clock.advance(new Date('2026-12-11T09:00:00Z').getTime() - server.clock.now().getTime())
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.empty()
  await server.core.organisation.refresh()
  await storeOurPolicies(server.core)
  halima = await newAdministrator(server, 'halima')
  await newAdministrator(server, 'musa')
})

const today = () => server.clock.now().toISOString().slice(0, 10)
const view = async () => View.parse((await halima.call('GET', PATH)).body)
const put = async (texts: object) => {
  const { draft } = await view()
  const content = { ...draft.content, texts: { ...draft.content.texts, ...texts } }
  return halima.call('PUT', `${PATH}/draft`, { revision: draft.revision, content })
}
const publish = async () =>
  halima.call('POST', `${PATH}/publish`, { revision: (await view()).draft.revision, reason: 'Checked by our lawyer.' })
const notice = (text: string, language = 'en') => ({ language, sections: [{ title: 'Who is responsible', text }] })
const publishNotice = async (text: string) => {
  expect((await put({ privacy: notice(text) })).status).toBe(200)
  expect((await publish()).status).toBe(200)
}
const versions = async (policy = 'privacy') =>
  (await listPolicyVersions(server.core.db)).filter((each) => each.policy === policy).map(({ version }) => version)
const page = async (path: string) => {
  const response = await server.app.request(path)
  return { status: response.status, text: await response.text(), headers: response.headers }
}

test('our texts have the digests of their version: change OUR_POLICY_VERSION with them', () => {
  const whole = policiesOf(ourOrganisation)
  const digests = POLICY_NAMES.map((policy) => digestOf(whole[policy]).slice(0, 16))
  expect([OUR_POLICY_VERSION, ...digests]).toEqual([
    '2026-11-29.2',
    '77bf2610ac9b0be5',
    '0b428f4452123400',
    '34a8cccc9b4dd2aa',
  ])
})

test('one person publishes a notice: a new version of its own, and of no other text', async () => {
  await put({ privacy: notice('We are **{organisation}**. Write to {email}.') })
  const { changes, needs_second: needsSecond } = await view()
  expect(changes.map(({ field }) => field)).toEqual(
    expect.arrayContaining(['texts.privacy.sections', 'texts.privacy.texts.Who is responsible']),
  )
  expect(needsSecond).toBe(false)
  expect((await publish()).status).toBe(200)
  expect(await versions()).toEqual([OUR_POLICY_VERSION, today()])
  expect(await versions('terms')).toEqual([OUR_POLICY_VERSION])

  // The same day again, then something else: no version.
  await publishNotice('We are {organisation}.')
  expect(await versions()).toEqual([OUR_POLICY_VERSION, today(), `${today()}.2`])
  await put({ home: { language: 'en', title: 'Give', lead: 'Now', call_title: 'Give', call: 'Now' } })
  await publish()
  expect(await versions()).toHaveLength(3)
  // Ours again is a version of its own day.
  server.clock.advance(hours(24))
  halima = await newAdministrator(server, 'bola')
  await put({ privacy: null })
  await publish()
  expect(await versions()).toEqual([OUR_POLICY_VERSION, expect.any(String), expect.any(String), today()])
})

test('every version stays readable by its address, and the database lets no one change it', async () => {
  await publishNotice('We are <script>alert(1)</script> *Nakowa*.')
  await publishNotice('We are new.')
  const list = await page('/privacy/versions')
  for (const version of [OUR_POLICY_VERSION, today(), `${today()}.2`])
    expect(list.text).toContain(`href="/privacy/versions/${version}"`)
  const old = await page(`/privacy/versions/${today()}`)
  expect(old.text).toMatch(/No longer in force.*&lt;script&gt;alert\(1\)&lt;\/script&gt; <em>Nakowa<\/em>/s)
  expect(old.text).toContain('What we use, and why')
  expect(old.headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
  expect((await page(`/privacy/versions/${OUR_POLICY_VERSION}`)).text).toContain('Taimako Foundation')
  expect((await page(`/privacy/versions/${today()}.2`)).text).toContain('In force since')
  for (const missing of ['2027-01-01', 'x', "'", '%00'])
    expect((await page(`/privacy/versions/${missing}`)).status).toBe(404)
  await expect(server.core.db.execute(sql`update policy_versions set digest = digest`)).rejects.toThrow(
    'policy_versions',
  )
  await expect(server.core.db.execute(sql`delete from policy_versions`)).rejects.toThrow('policy_versions')
})

test('a request from a form of before keeps what it showed; a version that never was is refused, and staff read it', async () => {
  await publishNotice('We share nothing.')
  const shown = today()
  const amina = await newPerson(server)
  await publishNotice('We share with the school.')
  const { body } = await amina.ask({ ...REQUEST, privacy_version: shown, terms_version: OUR_POLICY_VERSION })
  const details = await halima.call('GET', `/api/admin/applications/${String(body['id'])}`)
  expect(details.body).toMatchObject({
    privacy: { version: shown, is_stored: true },
    terms: { version: OUR_POLICY_VERSION, is_stored: true },
  })
  expect((await page(`/privacy/versions/${shown}`)).text).toContain('We share nothing.')
  // A day before versions were stored: nothing to read.
  const { body: earlier } = await amina.ask({ ...REQUEST, description: 'Two', privacy_version: '2026-11-22' })
  const second = await halima.call('GET', `/api/admin/applications/${String(earlier['id'])}`)
  expect(second.body).toMatchObject({ privacy: { version: '2026-11-22', is_stored: false }, terms: null })

  for (const wrong of [`${shown}.3`, '2027-01-01', `${shown}.02`, '2026-13-01']) {
    const refused = await amina.ask({ ...REQUEST, description: 'Three', privacy_version: wrong })
    expect(refused.body).toMatchObject({ status: 400, fields: [{ field: 'privacy_version' }] })
  }
  const message = {
    first_name: 'A',
    last_name: 'B',
    email: 'a@b.example',
    subject: 'S',
    message: 'A long enough message.',
  }
  const send = (version: string) =>
    server.call('POST', '/api/contact-messages', { ...message, privacy_version: version }, newKey())
  expect((await send('2027-01-01')).status).toBe(400)
  expect((await send(`${shown}.2`)).status).toBe(201)
  const stored = sql`select (select count(*) from aid_applications)::int as requests, (select count(*) from contact_messages)::int as messages`
  expect(await onlyRow(server.core.db, stored, z.unknown())).toEqual({ requests: 2, messages: 1 })
})

test('a request and a gift keep the version of the terms that they accepted, of before too; one that never was is refused', async () => {
  const publishTerms = async (text: string) => {
    expect((await put({ terms: notice(text) })).status).toBe(200)
    expect((await publish()).status).toBe(200)
  }
  await publishTerms('Be kind.')
  const shown = today()
  await publishTerms('Be kind and patient.')
  const amina = await newPerson(server)
  const give = (version: string) =>
    server.call('POST', '/api/donations', { amount: 1_500, terms_version: version }, newKey())
  const ask = (version: string) => amina.ask({ ...REQUEST, terms_version: version })
  for (const version of [`${shown}.3`, '2027-01-01', 'x'])
    for (const refused of [await give(version), await ask(version)])
      expect(refused.body).toMatchObject({ status: 400, fields: [{ field: 'terms_version' }] })
  for (const version of [shown, `${shown}.2`]) expect((await give(version)).status).toBe(201)
  expect((await ask(shown)).status).toBe(201)
  const stored = sql`select (select array_agg(terms_version order by terms_version) from donations) as gifts,
                            (select array_agg(terms_version) from aid_applications) as requests`
  expect(await onlyRow(server.core.db, stored, z.unknown())).toEqual({
    gifts: [shown, `${shown}.2`],
    requests: [shown],
  })
  await expectBooksBalance(server)
})

test('sections are checked: links, headings that stand twice, none at all; nothing is saved', async () => {
  const two = [
    { title: 'A', text: '[x](javascript:alert(1))' },
    { title: 'A', text: 'B' },
  ]
  expect((await put({ terms: { language: 'en', sections: two } })).body).toMatchObject({
    status: 400,
    fields: [{ field: 'content.texts.terms.sections.0.text' }, { field: 'content.texts.terms.sections.1.title' }],
  })
  expect((await put({ refunds: { language: 'en', sections: [] } })).status).toBe(400)
  expect((await put({ refunds: { language: 'xx', sections: two } })).status).toBe(400)
  expect((await view()).draft).toMatchObject({ changed_at: null })
})

test('their own sections keep their language, ours is English and follows the first', () => {
  const privacy = {
    language: 'ha' as const,
    sections: ['A', 'B'].map((title) => ({ title, text: `{organisation} ${title}` })),
  }
  const organisation = { ...ourOrganisation, texts: { ...ourOrganisation.texts, privacy } }
  const { sections } = shownTexts(Organisation.parse(organisation), new Map()).privacy
  expect(sections.map(({ title, language }) => [title, language])).toEqual([
    ['A', 'ha'],
    ['What we use, and why', 'en'],
    ['B', 'ha'],
  ])
  expect(sections[0]?.text).toBe('<p>Taimako A</p>')
})

test('two processes name one version; a build with another text of ours makes a new one', async () => {
  await publishNotice('We are {organisation}.')
  const { shown } = server.core.organisation
  const changed = {
    ...shown,
    support: { ...shown.support, email: 'new@nakowa.example' },
    texts: { ...shown.texts, privacy: null },
  }
  await Promise.all([ensurePolicies(server.core, changed), ensurePolicies(server.core, changed)])
  expect(await versions()).toEqual([OUR_POLICY_VERSION, today(), `${today()}.2`])
  // Named before another process stored a version: refused, so that no page says a name that is another text's.
  const named = await namePolicies(server.core.db, shown, server.clock.now())
  await ensurePolicies(server.core, { ...changed, name: 'Other' })
  const late = server.core.db.transaction((tx) => storePolicies(tx, named, server.clock.now()))
  await expect(late).rejects.toThrow(AppError)
})

test('a file takes the texts along', async () => {
  await publishNotice('We are {organisation}.')
  const file = await exportOrganisation(server.core)
  await server.empty()
  await server.core.organisation.refresh()
  await importOrganisation(server.core, file)
  halima = await newAdministrator(server, 'halima')
  expect((await view()).draft.content.texts.privacy).toEqual(notice('We are {organisation}.'))
})
