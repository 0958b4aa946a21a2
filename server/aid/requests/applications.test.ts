import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { rateLimits } from '../../../contract/platform/rate-limits.ts'
import { ADDRESS, countAsked, newPerson, REQUEST, type Person } from '../../../test/support/asking.ts'
import { raceBehindLock } from '../../../test/support/race-behind-lock.ts'
import { newKey, testServer, type TestServer } from '../../../test/support/server.ts'
import { authPart } from '../../people/sign-in/account-part.ts'
import { onlyRow } from '../../platform/db/db.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const Fields = z.array(z.object({ field: z.string() }))
const fieldsOf = (body: Record<string, unknown>) => Fields.parse(body['fields']).map(({ field }) => field)

describe('asking for aid', () => {
  let amina: Person
  beforeEach(async () => {
    await server.empty()
    amina = await newPerson(server)
  })

  test('is stored as sent, pending, and returned', async () => {
    const profile = await amina.call('GET', '/api/profile')
    const { status, body, headers } = await amina.ask()
    expect([status, headers.get('cache-control')]).toEqual([201, 'no-store'])
    const nothing = {
      documents_provided: null,
      waiting_for: null,
      papers_answered_at: null,
      refusal_reason: null,
      appeal: null,
      appeal_until: null,
      corrections: 0,
      due_at: '2026-01-22T09:00:00.000Z',
    }
    expect(body).toEqual({
      id: expect.any(String),
      case_number: expect.stringMatching(/^T-\d{5}-\d{4}-\d$/),
      user_id: amina.userId,
      beneficiary_id: profile.body['id'],
      ...REQUEST,
      status: 'pending',
      created_at: server.clock.now().toISOString(),
      ...nothing,
    })
    const kept = await onlyRow(
      server.core.db,
      sql`select amount_requested::text as kobo, description, location from aid_applications where id = ${body['id']}`,
      z.unknown(),
    )
    expect(kept).toEqual({ kobo: '4500050', description: REQUEST.description, location: REQUEST.location })
  })

  test.each([
    ['left out', {}],
    [
      'null',
      { amount_requested: null, location: null, urgency: null, documents_provided: null, document_labels: null },
    ],
    ['empty lists', { documents_provided: [], document_labels: [] }],
  ])('may leave open what is optional: %s', async (_name, optional) => {
    const { status, body } = await amina.ask({ application_type: 'other', description: 'A roof.', ...optional })
    expect(status).toBe(201)
    // The location is the address of the profile then.
    expect(body).toMatchObject({ amount_requested: null, location: ADDRESS, urgency: null, documents_provided: null })
  })

  test('accepts amounts from ₦0 to ₦100,000,000', async () => {
    for (const amount of [0, 0.01, 100_000_000]) {
      const { body } = await amina.ask({ ...REQUEST, amount_requested: amount })
      expect(body).toMatchObject({ amount_requested: amount })
    }
  })

  test('accepts 5,000 characters of any language', async () => {
    const description = 'Ẹ káàárọ̀ ₦ '.repeat(500).slice(0, 4999) + '.'
    expect((await amina.ask({ ...REQUEST, description })).body).toMatchObject({ description })
  })

  test('mails the applicant a confirmation that reveals nothing', async () => {
    await amina.ask()
    const { recipient, subject, text, html } = await onlyRow(
      server.core.db,
      sql`select recipient, subject, text, html from outgoing_mail`,
      z.object({ recipient: z.string(), subject: z.string(), text: z.string(), html: z.string() }),
    )
    expect(recipient).toBe('amina@mail.example')
    expect(subject).toBe('We have your request')
    const { publicUrl } = server.core.env
    expect(text).toContain(`${publicUrl}/beneficiary/dashboard`)
    // Our own port may hold any two digits.
    const words = `${subject} ${text} ${html.replaceAll(/style="[^"]*"/g, '')}`.replaceAll(publicUrl, '')
    for (const secret of ['daughter', 'school', '45', 'Zoo Road', 'high', 'Amina']) expect(words).not.toContain(secret)
  })

  test('is logged without its content', async () => {
    await amina.ask()
    await amina.ask({ ...REQUEST, description: 'My daughter\u0000' })
    expect(server.logged()).toContain('/api/applications')
    for (const secret of ['daughter', 'Zoo Road', '45000']) expect(server.logged()).not.toContain(secret)
  })

  describe('sending again', () => {
    test('with one key twenty times creates one request, one step and one mail', async () => {
      const key = newKey()
      const url = await amina.addDocument('letter.pdf')
      const request = { ...REQUEST, documents_provided: [url] }
      const answers = await Promise.all(Array.from({ length: 20 }, () => amina.ask(request, key)))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
      expect(await countAsked(server)).toEqual({ requests: 1, steps: 1, documents: 1, evidence: 1, mails: 1 })
    })

    test('finds the same request after the address in the profile changed', async () => {
      const key = newKey()
      const request = { application_type: 'food', description: 'Rice and oil.' }
      const first = await amina.ask(request, key)
      await amina.call('PUT', '/api/profile', { address: 'RedirectTo' })
      expect((await amina.ask(request, key)).body).toEqual(first.body)
    })

    test('with another content and the same key is refused', async () => {
      const key = newKey()
      await amina.ask(REQUEST, key)
      const others = [
        { application_type: 'food' },
        { description: 'Other' },
        { amount_requested: 45_000.51 },
        { amount_requested: null },
        { location: 'Other' },
        { urgency: null },
        { documents_provided: [await amina.addDocument('fees.pdf')] },
      ]
      for (const other of others) {
        const refused = await amina.ask({ ...REQUEST, ...other }, key)
        expect(refused.body).toMatchObject({ status: 409, code: 'idempotency_key_reused' })
      }
      expect(await countAsked(server)).toEqual({ requests: 1, steps: 1, documents: 0, evidence: 0, mails: 1 })
    })

    test('keys of different people are independent', async () => {
      const bello = await newPerson(server, 'bello')
      const key = newKey()
      const ids = [await amina.ask(REQUEST, key), await bello.ask(REQUEST, key)].map(({ body }) => body['id'])
      expect(new Set(ids).size).toBe(2)
    })

    test('is refused without a key', async () => {
      expect((await amina.ask(REQUEST, {})).body).toMatchObject({ status: 400, code: 'idempotency_key_missing' })
      expect(await countAsked(server)).toMatchObject({ requests: 0, mails: 0 })
    })
  })

  describe('with documents', () => {
    test('keeps their order and their labels', async () => {
      const urls = [await amina.addDocument('fees ₦.pdf'), await amina.addDocument('admission.pdf')]
      const { status, body } = await amina.ask({
        ...REQUEST,
        documents_provided: urls.toReversed(),
        document_labels: ['Letter of admission', ' '],
      })
      expect([status, body['documents_provided']]).toEqual([201, urls.toReversed()])
      const detail = await amina.call('GET', `/api/applications/${String(body['id'])}`)
      expect(detail.body['documents']).toEqual([
        {
          id: expect.any(String),
          path: `${amina.userId}/1768467600000_admission.pdf`,
          url: urls[1],
          name: 'admission.pdf',
          content_type: 'application/pdf',
          bytes: 1234,
          label: 'Letter of admission',
          paper_request_id: null,
          added_later: false,
        },
        expect.objectContaining({ name: 'fees ₦.pdf', url: urls[0], label: null }),
      ])
      expect(await countAsked(server)).toMatchObject({ documents: 2, evidence: 2 })
    })

    test('can reuse earlier documents', async () => {
      const url = await amina.addDocument('fees.pdf')
      for (const description of ['First term.', 'Second term.']) {
        expect((await amina.ask({ ...REQUEST, description, documents_provided: [url] })).status).toBe(201)
      }
      expect(await countAsked(server)).toMatchObject({ requests: 2, documents: 2, evidence: 1 })
    })

    test('accepts ten and refuses eleven', async () => {
      const urls: string[] = []
      for (let number = 0; number < 11; number += 1) urls.push(await amina.addDocument(`page-${number}.pdf`))
      const refused = await amina.ask({ ...REQUEST, documents_provided: urls })
      expect(refused.body).toMatchObject({ status: 400, code: 'invalid_input' })
      expect(fieldsOf(refused.body)).toEqual(['documents_provided'])
      expect(await countAsked(server)).toMatchObject({ requests: 0, evidence: 0, mails: 0 })
      expect((await amina.ask({ ...REQUEST, documents_provided: urls.slice(1) })).status).toBe(201)
    })

    test("refuses other people's documents, unknown ones and foreign URLs, naming the field, and stores nothing", async () => {
      const bello = await newPerson(server, 'bello')
      const own = await amina.addDocument('fees.pdf')
      const strangers = await bello.addDocument('fees.pdf')
      const missing = own.replace('fees', 'other')
      const elsewhere = own.replace(/^http:\/\/[^/]+/, 'https://elsewhere.example')
      const refused = await amina.ask({ ...REQUEST, documents_provided: [own, strangers, missing, elsewhere, '../x'] })
      expect(refused.body).toMatchObject({ status: 400, code: 'invalid_input' })
      expect(fieldsOf(refused.body)).toEqual([1, 2, 3, 4].map((place) => `documents_provided.${place}`))
      expect(await countAsked(server)).toEqual({ requests: 0, steps: 0, documents: 0, evidence: 0, mails: 0 })
    })

    test('refuses duplicates, and labels without a document', async () => {
      const url = await amina.addDocument('fees.pdf')
      const twice = await amina.ask({ ...REQUEST, documents_provided: [url, url], document_labels: ['a', 'b'] })
      expect(fieldsOf(twice.body)).toEqual(['documents_provided'])
      const lost = await amina.ask({ ...REQUEST, documents_provided: [url], document_labels: ['a', 'b'] })
      expect(fieldsOf(lost.body)).toEqual(['document_labels'])
      expect(await countAsked(server)).toMatchObject({ requests: 0, evidence: 0 })
    })
  })

  test('without any location is refused, naming the field', async () => {
    await amina.call('PUT', '/api/profile', { address: '' })
    const refused = await amina.ask({ application_type: 'food', description: 'Rice and oil.' })
    expect(refused.body).toMatchObject({ status: 400, code: 'invalid_input' })
    expect(fieldsOf(refused.body)).toEqual(['location'])
    expect(await countAsked(server)).toMatchObject({ requests: 0, mails: 0 })
  })

  test('while the account is being closed is refused and stores nothing', async () => {
    const refused = await raceBehindLock(
      server.database,
      async (tx) => {
        await tx.execute(sql`select 1 from users where id = ${amina.userId} for update`)
        await authPart.erase(tx, amina.userId, server.clock.now())
      },
      () => amina.ask(),
    )
    expect(refused.body).toMatchObject({ status: 401, code: 'unauthorized' })
    expect(await countAsked(server)).toMatchObject({ requests: 0, steps: 0, mails: 0 })
  })

  test('too many requests are rate limited', async () => {
    const key = newKey()
    for (let asked = 0; asked < rateLimits.applications.requests; asked += 1) {
      expect((await amina.ask(REQUEST, key)).status).toBe(201)
    }
    const refused = await amina.ask()
    expect(refused.body).toMatchObject({ status: 429, code: 'rate_limited' })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await countAsked(server)).toMatchObject({ requests: 1 })
  })
})

describe('a refusal changes nothing and names the field', () => {
  let amina: Person
  beforeAll(async () => {
    await server.empty()
    amina = await newPerson(server)
  })
  beforeEach(() => server.core.db.execute(sql`delete from rate_limits`))

  const without = (field: string) => Object.fromEntries(Object.entries(REQUEST).filter(([name]) => name !== field))
  const refused: [name: string, body: unknown, field: string][] = [
    ...['application_type', 'description'].flatMap((field): [string, unknown, string][] => [
      [`no ${field}`, without(field), field],
      [`an empty ${field}`, { ...REQUEST, [field]: '' }, field],
      [`a blank ${field}`, { ...REQUEST, [field]: ' \n\t ' }, field],
      [`${field} null`, { ...REQUEST, [field]: null }, field],
    ]),
    ['an unknown type', { ...REQUEST, application_type: 'war' }, 'application_type'],
    ['an inherited name as type', { ...REQUEST, application_type: 'constructor' }, 'application_type'],
    ['an unknown urgency', { ...REQUEST, urgency: 'now' }, 'urgency'],
    ['an empty urgency', { ...REQUEST, urgency: '' }, 'urgency'],
    ['5,001 characters', { ...REQUEST, description: 'x'.repeat(5001) }, 'description'],
    ['a zero byte', { ...REQUEST, description: 'a\u0000b' }, 'description'],
    ['half a character', { ...REQUEST, description: 'a\ud800b' }, 'description'],
    ['an escape sequence in the location', { ...REQUEST, location: '\u001b[31m' }, 'location'],
    ['a blank location', { ...REQUEST, location: ' ' }, 'location'],
    ['a long location', { ...REQUEST, location: 'x'.repeat(501) }, 'location'],
    ['a negative amount', { ...REQUEST, amount_requested: -0.01 }, 'amount_requested'],
    ['three decimals', { ...REQUEST, amount_requested: 10.001 }, 'amount_requested'],
    ['an amount as text', { ...REQUEST, amount_requested: '1500' }, 'amount_requested'],
    ['an exponent', { ...REQUEST, amount_requested: 1e-7 }, 'amount_requested'],
    ['more than a hundred million', { ...REQUEST, amount_requested: 100_000_000.01 }, 'amount_requested'],
    ['documents as text', { ...REQUEST, documents_provided: 'x' }, 'documents_provided'],
    ['a number among the documents', { ...REQUEST, documents_provided: [1] }, 'documents_provided.0'],
    ['a long label', { ...REQUEST, document_labels: ['x'.repeat(101)] }, 'document_labels.0'],
    ['a status', { ...REQUEST, status: 'approved' }, 'status'],
    ["another person's id", { ...REQUEST, user_id: crypto.randomUUID() }, 'user_id'],
    ['a moment of its own', { ...REQUEST, created_at: '2020-01-01T00:00:00Z' }, 'created_at'],
    ['a list', [REQUEST], ''],
  ]
  test.each(refused)('%s', async (_name, body, field) => {
    const answer = await amina.ask(body)
    expect(answer.body).toMatchObject({ status: 400, code: 'invalid_input' })
    expect(fieldsOf(answer.body)).toEqual([field])
    expect(await countAsked(server)).toEqual({ requests: 0, steps: 0, documents: 0, evidence: 0, mails: 0 })
  })

  test('three decimals that are zero', async () => {
    const text = JSON.stringify(REQUEST).replace('45000.5', '45000.000')
    const answer = await amina.call('POST', '/api/applications', text, newKey())
    expect(fieldsOf(answer.body)).toEqual(['amount_requested'])
  })
})
