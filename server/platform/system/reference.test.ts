import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { errors } from '../../../contract/platform/errors.ts'
import { testServer, type TestServer } from '../../../test/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const Operation = z.looseObject({
  operationId: z.string(),
  tags: z.array(z.string()).length(1),
  'x-guard': z.string(),
  security: z.array(z.unknown()),
})
const Document = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  tags: z.array(z.object({ name: z.string() })),
  components: z.looseObject({ schemas: z.record(z.string(), z.looseObject({})) }),
})

async function readDocument() {
  const { body } = await server.call('GET', '/api/openapi.json')
  return body
}

async function readPage(path: string) {
  const response = await server.app.request(path)
  return {
    status: response.status,
    policy: response.headers.get('content-security-policy'),
    text: await response.text(),
  }
}

describe('the OpenAPI document', () => {
  test('is valid', async () => {
    expect(await new Validator().validate(await readDocument())).toEqual({ valid: true })
  })

  test('gives each operation a unique id and a described tag', async () => {
    const { paths, tags } = Document.parse(await readDocument())
    const operations = Object.values(paths).flatMap((path) => Object.values(path))
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
    const described = new Set(tags.map(({ name }) => name))
    for (const operation of operations) expect(described).toContain(operation.tags[0])
  })

  test('requires the access token exactly where the guard does', async () => {
    const { paths } = Document.parse(await readDocument())
    for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) {
      const guarded = ['session', 'signed_in', 'admin'].includes(operation['x-guard'])
      expect(operation.security.some((scheme) => JSON.stringify(scheme) === '{"accessToken":[]}')).toBe(guarded)
    }
  })

  test('states the limits of amounts', async () => {
    const { components } = Document.parse(await readDocument())
    expect(components.schemas['PayableNaira']).toMatchObject({ minimum: 1, maximum: 10_000_000 })
    expect(components.schemas['RequestedNaira']).toMatchObject({ minimum: 0, maximum: 100_000_000 })
  })

  test('defines every schema that it refers to', async () => {
    const text = JSON.stringify(await readDocument())
    const { components } = Document.parse(JSON.parse(text))
    const names = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name)
    expect(names.length).toBeGreaterThan(0)
    expect(Object.keys(components.schemas)).toEqual(expect.arrayContaining(names))
  })
})

describe('the list of errors', () => {
  test('has the code, status and sentence of each', async () => {
    const { status, text } = await readPage('/problems')
    expect(status).toBe(200)
    const listed = [...text.matchAll(/<dt id="(\w+)"><code>\w+<\/code>, (\d+)<\/dt>\s*<dd>(.*?)<\/dd>/g)]
    const unescape = (sentence = '') =>
      sentence.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')
    expect(
      Object.fromEntries(listed.map(([, code, each, sentence]) => [code, [Number(each), unescape(sentence)]])),
    ).toEqual(
      Object.fromEntries(Object.entries(errors).map(([code, { status: each, sentence }]) => [code, [each, sentence]])),
    )
  })

  test('is where the type of a problem leads', async () => {
    const { body } = await server.call('GET', '/api/nothing')
    expect(body['type']).toBe('/problems/not_found')
    const response = await server.app.request('/problems/not_found')
    expect([response.status, response.headers.get('location')]).toEqual([302, '/problems#not_found'])
  })

  test('has no other codes', async () => {
    expect((await readPage('/problems/toString')).status).toBe(404)
    expect((await readPage('/problems/')).status).toBe(404)
  })
})

describe('the API reference', () => {
  test('loads only files of this server', async () => {
    const { text, policy } = await readPage('/api/docs')
    const addresses = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '')
    expect(addresses.filter((address) => !address.startsWith('/api/') && address !== 'data:,')).toEqual([])
    expect(policy).not.toContain('unsafe')
    for (const address of addresses.filter((each) => each.startsWith('/api/docs/')))
      expect((await readPage(address)).status).toBe(200)
  })

  test('allows its inline elements by their hashes', async () => {
    const { text, policy } = await readPage('/api/docs')
    for (const [, content = ''] of text.matchAll(/<(?:script|style)>(.*?)<\/(?:script|style)>/gs)) {
      const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(content))
      expect(policy).toContain(`'sha256-${Buffer.from(hash).toString('base64')}'`)
    }
  })
})
