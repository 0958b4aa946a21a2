import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { BELLO, useAuthServer } from '../../../test/support/auth-server.ts'
import { rows } from '../../platform/db/db.ts'
import { dataFolder, docx, pdf, person, photo, type Person } from '../../../test/support/documents.ts'
import { z } from 'zod'
import { minutes, seconds } from '../../platform/clock.ts'

const auth = useAuthServer({ DATA_DIR: dataFolder() })
let ada: Person
let path: string
beforeEach(async () => {
  ada = await person(auth)
  path = ada.path('report.pdf')
  await ada.bucket.upload(path, pdf(), { contentType: 'application/pdf' })
})

const get = async (url: string, headers: Record<string, string> = {}) => auth.server.app.request(url, { headers })
const sign = async (who: Person, of = path, expiresIn = 600) =>
  (await who.bucket.createSignedUrl(of, expiresIn)).data?.signedUrl ?? ''
const makeAdmin = ({ id }: Person) =>
  auth.server.core.db.execute(sql`update profiles set role = 'admin' where user_id = ${id}`)

describe('without a signature', () => {
  test('a file opens for nobody, its owner and administrators included', async () => {
    const bello = await person(auth, BELLO)
    await makeAdmin(bello)
    for (const { token } of [ada, bello, { token: 'none' }]) {
      for (const prefix of ['', 'public/', 'authenticated/', 'info/', 'sign/']) {
        const response = await get(`/storage/v1/object/${prefix}documents/${path}`, {
          authorization: `Bearer ${token}`,
        })
        expect([prefix, response.status]).toEqual([prefix, prefix === 'sign/' ? 400 : 404])
        expect(await response.text()).not.toContain('PDF')
      }
    }
  })

  test('nobody who is signed out uploads, signs or deletes', async () => {
    const nobody = { authorization: 'Bearer none' }
    const answers = [
      await ada.call('POST', `/object/documents/${ada.path('a.pdf')}`, { body: pdf(), headers: nobody }),
      await ada.call('POST', `/object/sign/documents/${path}`, { body: '{"expiresIn":60}', headers: nobody }),
      await ada.call('POST', '/object/sign/documents', { body: '{"expiresIn":60,"paths":[]}', headers: nobody }),
      await ada.call('DELETE', `/object/documents/${path}`, { headers: nobody }),
      await ada.call('DELETE', '/object/documents', { body: JSON.stringify({ prefixes: [path] }), headers: nobody }),
    ]
    expect(answers.map(({ response }) => response.status)).toEqual([401, 401, 401, 401, 401])
    expect((await get(await sign(ada))).status).toBe(200)
  })
})

describe('a signature', () => {
  test.each([60, 600, 3600])('for %i seconds lasts that long, and never more than 10 minutes', async (wanted) => {
    const url = await sign(ada, path, wanted)
    const lasts = Math.min(wanted, 600)
    auth.server.clock.advance(seconds(lasts - 2))
    expect((await get(url)).status).toBe(200)
    auth.server.clock.advance(seconds(3))
    const late = await get(url)
    expect([late.status, await late.json()]).toEqual([
      400,
      { statusCode: '400', error: 'invalid_signature', message: expect.any(String) },
    ])
  })

  test('opens its own file only, and as it was made', async () => {
    const other = ada.path('other.pdf')
    await ada.bucket.upload(other, pdf('other'), { contentType: 'application/pdf' })
    const url = await sign(ada)
    const [, token = ''] = url.split('token=')
    const [id = '', session = '', expires = '', mac = ''] = token.split('.')
    const [, otherToken = ''] = (await sign(ada, other)).split('token=')
    const wrong = [
      '',
      otherToken,
      `${id}.${session}.${Number(expires) + 600}.${mac}`,
      `${otherToken.split('.')[0]}.${session}.${expires}.${mac}`,
      `${id}.${randomUUID()}.${expires}.${mac}`,
      `${id}.${session}.${expires}.${mac.slice(0, -2)}AA`,
      `${id}.${session}.${expires}.`,
    ]
    for (const bad of wrong) expect([bad, (await get(url.replace(token, bad))).status]).toEqual([bad, 400])
    expect((await get(url)).status).toBe(200)
  })

  test('is not written for a lifetime that is none', async () => {
    for (const body of ['{"expiresIn":0}', '{"expiresIn":-5}', '{"expiresIn":"600"}', '{}', 'nonsense', '']) {
      const { response } = await ada.call('POST', `/object/sign/documents/${path}`, { body })
      expect([body, response.status]).toEqual([body, 400])
    }
  })

  test('for several files names those that are not there', async () => {
    const missing = ada.path('missing.pdf')
    const { data } = await ada.bucket.createSignedUrls([path, missing], 60)
    expect(data).toMatchObject([
      { path, error: null },
      { path: missing, error: 'Object not found', signedUrl: null },
    ])
    expect((await get(data?.[0]?.signedUrl ?? '')).status).toBe(200)
  })
})

describe('a signed address ends with', () => {
  const status = async (url: string) => (await get(url)).status
  const signOut = ({ token }: Person) =>
    auth.server.app.request('/auth/v1/logout?scope=local', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    })

  test('the sign-out of the person who asked for it, and no one else’s', async () => {
    const bello = await person(auth, BELLO)
    await makeAdmin(bello)
    const [own, theirs] = [await sign(ada), await sign(bello)]
    await signOut(bello)
    expect([await status(own), await status(theirs)]).toEqual([200, 400])
    expect((await auth.server.app.request(theirs, { method: 'HEAD' })).status).toBe(400)
    await signOut(ada)
    expect(await status(own)).toBe(400)
  })

  test('the role of the administrator', async () => {
    const bello = await person(auth, BELLO)
    await makeAdmin(bello)
    const url = await sign(bello)
    await auth.server.core.db.execute(sql`update profiles set role = 'beneficiary' where user_id = ${bello.id}`)
    expect(await status(url)).toBe(404)
  })
})

test('asking for an address and every opening by an administrator are audited; the owner’s are not', async () => {
  const bello = await person(auth, BELLO)
  await makeAdmin(bello)
  const [own, theirs] = [await sign(ada), await sign(bello)]
  await get(own)
  await get(theirs)
  await get(theirs, { range: 'bytes=5-9' })
  await auth.server.app.request(theirs, { method: 'HEAD' })
  const found = await rows(
    auth.server.core.db,
    sql`select action, actor_id::text as by from audit_events order by created_at, id`,
    z.object({ action: z.string(), by: z.string() }),
  )
  expect(found).toEqual(
    ['document.signed', 'document.opened', 'document.opened'].map((action) => ({ action, by: bello.id })),
  )
})

describe('an administrator', () => {
  test('reads everybody’s files, and writes in nobody’s folder', async () => {
    const bello = await person(auth, BELLO)
    expect(await sign(bello)).toBe('')
    await makeAdmin(bello)
    expect(await (await get(await sign(bello))).text()).toContain('PDF')
    const tried = [
      await bello.call('POST', `/object/documents/${path}`, { body: pdf('x'), headers: { 'x-upsert': 'true' } }),
      await bello.call('DELETE', `/object/documents/${path}`),
    ]
    expect(tried.map(({ response }) => response.status)).toEqual([404, 404])
  })

  test('with a second step has to have taken it', async () => {
    const bello = await person(auth, BELLO)
    await makeAdmin(bello)
    await auth.server.core.db.execute(
      sql`insert into factors (id, user_id, factor_type, phone, status, created_at, updated_at)
          values (gen_random_uuid(), ${bello.id}, 'phone', '2348030000000', 'verified', now(), now())`,
    )
    const { response, body } = await bello.call('POST', `/object/sign/documents/${path}`, { body: '{"expiresIn":60}' })
    expect([response.status, body]).toMatchObject([403, { statusCode: '403', error: 'mfa_required' }])
  })
})

describe('in a browser', () => {
  test('a picture is shown in a sandbox, a PDF is shown, anything else is saved', async () => {
    const shown = async (name: string, bytes: Buffer<ArrayBuffer>) => {
      const at = ada.path(name)
      expect((await ada.bucket.upload(at, new Blob([bytes]))).error).toBeNull()
      const { headers } = await get(await sign(ada, at))
      return [headers.get('content-disposition')?.split(';')[0], headers.get('content-security-policy')]
    }
    const sandboxed = "default-src 'none'; sandbox; frame-ancestors 'self'"
    expect(await shown('a.jpg', await photo())).toEqual(['inline', sandboxed])
    expect(await shown('a.docx', docx())).toEqual(['attachment', sandboxed])
    expect(await shown('a.pdf', pdf('b'))).toEqual(['inline', expect.stringMatching(/^default-src 'none'; object-src/)])
  })

  test('a file is saved where that was asked for, under a name that breaks no header', async () => {
    const { headers } = await get(`${await sign(ada)}&download=${encodeURIComponent('a"b\r\nc;é.pdf')}`)
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="a_b__c;_.pdf"; filename*=UTF-8''a%22b__c%3B%C3%A9.pdf`,
    )
  })

  test('any front end may call, and read what a tus client reads', async () => {
    const response = await auth.server.app.request('/storage/v1/upload/resumable', {
      method: 'OPTIONS',
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'authorization,tus-resumable,upload-offset,x-upsert',
      },
    })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-allow-methods')).toContain('PATCH')
    expect(response.headers.get('access-control-allow-headers')).toBe(
      'authorization,tus-resumable,upload-offset,x-upsert',
    )
  })
})

test('one’s own documents are listed, newest first, and nobody else’s', async () => {
  const bello = await person(auth, BELLO)
  await bello.bucket.upload(bello.path('theirs.pdf'), pdf(), { contentType: 'application/pdf' })
  auth.server.clock.advance(minutes(1))
  await ada.bucket.upload(ada.path('newer.pdf'), pdf('b'), { contentType: 'application/pdf' })
  const authorization = { authorization: `Bearer ${ada.token}` }
  const { body } = await auth.server.call('GET', '/api/documents', undefined, authorization)
  expect(body).toMatchObject({
    items: [
      { filename: 'newer.pdf', is_evidence: false },
      {
        path,
        url: `${auth.server.core.env.publicUrl}/storage/v1/object/documents/${path}`,
        filename: 'report.pdf',
        content_type: 'application/pdf',
        bytes: 2000,
        scan: 'unscanned',
      },
    ],
  })
})

test('addresses of files and what signs them are not in the log', async () => {
  await get(await sign(ada))
  expect(auth.server.logged()).toContain('/storage/v1/object/sign/:bucket/*')
  expect(auth.server.logged()).not.toContain('report.pdf')
})
