/** Notes are readable for reviewers, and only there. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { newAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { newPerson, type Person } from '../../../test/support/asking.ts'
import { useServer } from '../../../test/support/own-server.ts'
import type { TestServer } from '../../../test/support/server.ts'
import { minutes } from '../../platform/clock.ts'
import { rows } from '../../platform/db/db.ts'

let server: TestServer
let halima: Administrator
let amina: Person
useServer(async (emptied) => {
  server = emptied
  halima = await newAdministrator(server)
  amina = await newPerson(server)
})

const addNote = (id: string, text: string) => halima.call('POST', `/api/admin/applications/${id}/notes`, { text })
const notesOf = async (id: string) => (await halima.call('GET', `/api/admin/applications/${id}`)).body['notes']
const storedNotes = () =>
  rows(
    server.core.db,
    sql`select text, coalesce(encode(text_sealed, 'escape'), '') as sealed from application_notes order by created_at`,
    z.object({ text: z.string().nullable(), sealed: z.string() }),
  )

test('a note is ciphertext in the database, and moved to another note or person it opens no more', async () => {
  const id = await amina.askLater()
  await addNote(id, 'Called the clinic.')
  await addNote(id, 'Called again.')
  expect(await notesOf(id)).toMatchObject([{ text: 'Called the clinic.' }, { text: 'Called again.' }])
  const stored = await storedNotes()
  expect(stored.map(({ text }) => text)).toEqual([null, null])
  for (const { sealed } of stored) expect(sealed).not.toContain('Called')
  await server.core.db.execute(sql`
    update application_notes set text_sealed = (select text_sealed from application_notes order by created_at limit 1)`)
  expect((await halima.call('GET', `/api/admin/applications/${id}`)).status).toBe(500)
})

test('notes written before encryption existed stay readable and are encrypted by a job', async () => {
  const id = await amina.askLater()
  const insert = (text: string) =>
    server.core.db.execute(sql`
      insert into application_notes (id, application_id, user_id, text, created_at)
      values (gen_random_uuid(), ${id}, ${halima.userId}, ${text}, clock_timestamp())`)
  for (const text of ['One.', 'Two.', 'Three.']) await insert(text)
  const expected = [{ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }]
  expect(await notesOf(id)).toMatchObject(expected)
  await server.pass(minutes(2), /^(applications|mail)/)
  expect((await storedNotes()).map(({ text }) => text)).toEqual([null, null, null])
  expect(await notesOf(id)).toMatchObject(expected)
})

test('notes that cannot be encrypted keep no others from being encrypted', async () => {
  const ids = [await amina.askLater(), await (await newPerson(server, 'bello')).askLater()]
  for (const id of ids) await addNote(id, 'Called the clinic.')
  const { db } = server.core
  await db.execute(sql`update application_notes set text = 'Called the clinic.', text_sealed = null`)
  // Stands for a restore with another SECRET_KEY.
  await db.execute(sql`update data_keys set wrapped = sha256(wrapped) || wrapped where user_id = ${amina.userId}`)
  await server.pass(minutes(2), /encrypt-notes/)
  expect((await storedNotes()).map(({ text }) => text)).toEqual(['Called the clinic.', null])
})
