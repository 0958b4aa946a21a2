/** Consent to the privacy notice. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { newPerson, REQUEST } from '../../test/support/asking.ts'
import { testServer, type TestServer } from '../../test/support/server.ts'
import { onlyRow } from '../lib/db/db.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())
beforeEach(() => server.empty())

test('a request keeps the version of the privacy notice that its sender consented to, beside the moment', async () => {
  const amina = await newPerson(server)
  const { body } = await amina.ask({ ...REQUEST, privacy_version: '2026-11-22' })
  const kept = await onlyRow(
    server.core.db,
    sql`select privacy_version, created_at from aid_applications where id = ${body['id']}`,
    z.object({ privacy_version: z.string(), created_at: z.coerce.date() }),
  )
  expect(kept).toEqual({ privacy_version: '2026-11-22', created_at: server.clock.now() })
  const refused = await amina.ask({ ...REQUEST, privacy_version: 'the newest' })
  expect(refused.body).toMatchObject({ status: 400, fields: [{ field: 'privacy_version' }] })
})
