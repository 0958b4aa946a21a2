/** Administrators' view of the people who registered, and the mark that they set. Speed is measured in bench/. */
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { newAdministrator, readAudit, type Administrator } from '../../../test/support/administering.ts'
import { newPerson, type Person } from '../../../test/support/asking.ts'
import { countStatements } from '../../../test/support/statements.ts'
import { useServer } from '../../../test/support/own-server.ts'
import type { TestServer } from '../../../test/support/server.ts'
import { minutes } from '../../platform/clock.ts'

let server: TestServer
let halima: Administrator
useServer(async (emptied) => {
  server = emptied
  halima = await newAdministrator(server)
})

const List = z.object({
  items: z.array(z.looseObject({ id: z.string(), user_id: z.string(), full_name: z.string() })),
  next_cursor: z.string().nullable(),
  total: z.union([z.number(), z.string()]),
})

async function list(query = '') {
  const { status, body } = await halima.call('GET', `/api/admin/beneficiaries${query}`)
  expect(status).toBe(200)
  return List.parse(body)
}

const namesOf = async (query: string) => (await list(query)).items.map(({ full_name: name }) => name)

async function register(name: string, profile: Record<string, string>): Promise<Person> {
  server.clock.advance(minutes(1))
  const person = await newPerson(server, name)
  await person.call('PUT', '/api/profile', profile)
  return person
}

async function profileOf({ userId }: Person) {
  const found = (await list('?limit=200')).items.find(({ user_id: id }) => id === userId)
  if (!found) throw new Error('profileOf: the list lacks this person')
  return found
}

describe('the list', () => {
  test('has all beneficiaries, newest first, with the number of their requests and of approved ones', async () => {
    const amina = await register('amina', {})
    const bola = await register('bola', { full_name: 'Bola Ade', phone: '', address: '' })
    await amina.ask()
    const { body } = await amina.ask()
    await halima.call('PATCH', `/api/admin/applications/${String(body['id'])}`, { status: 'approved' })
    const { items, next_cursor: next, total } = await list()
    expect({ next, total }).toEqual({ next: null, total: 2 })
    expect(items).toMatchObject([
      {
        user_id: bola.userId,
        full_name: 'Bola Ade',
        phone: '',
        address: '',
        is_approved: false,
        applications: 0,
        approved: 0,
      },
      { user_id: amina.userId, full_name: 'Amina Yusuf', phone: '••• 00', applications: 2, approved: 1 },
    ])
  })

  test('is paged in both orders, without repeats or gaps while people register', async () => {
    for (const name of ['ada', 'bola', 'chidi', 'dayo', 'efe']) await register(name, { full_name: name })
    for (const [sort, expected] of [
      ['newest', ['efe', 'dayo', 'chidi', 'bola', 'ada']],
      ['oldest', ['ada', 'bola', 'chidi', 'dayo', 'efe']],
    ] as const) {
      const first = await list(`?limit=2&sort=${sort}`)
      const second = await list(`?limit=2&sort=${sort}&cursor=${first.next_cursor}`)
      const third = await list(`?limit=2&sort=${sort}&cursor=${second.next_cursor}`)
      expect([...first.items, ...second.items, ...third.items].map(({ full_name: name }) => name)).toEqual(expected)
      expect([first.total, third.next_cursor]).toEqual([5, null])
    }
  })

  test('is filtered by approval', async () => {
    const amina = await register('amina', { full_name: 'Amina' })
    await register('bola', { full_name: 'Bola' })
    await halima.call('PATCH', `/api/admin/beneficiaries/${(await profileOf(amina)).id}`, { is_approved: true })
    expect(await namesOf('?status=approved')).toEqual(['Amina'])
    expect(await namesOf('?status=pending')).toEqual(['Bola'])
  })

  test('is searched by the start of words, in any spelling', async () => {
    await register('ola', { full_name: 'Ọlá Ƙasim', phone: '+234 803 123 4567' })
    await register('chidi', { full_name: "Chidi O'Brien", phone: '0705 000 0000' })
    const searches: [typed: string, found: string[]][] = [
      ['ola', ['Ọlá Ƙasim']],
      ['KASIM', ['Ọlá Ƙasim']],
      ['kas olá', ['Ọlá Ƙasim']],
      ['ola bello', []],
      ['asim', []],
      ['0803 123', ['Ọlá Ƙasim']],
      ['+234 (803) 123-4', ['Ọlá Ƙasim']],
      ['chidi@mail.ex', ["Chidi O'Brien"]],
      ["o'bri", ["Chidi O'Brien"]],
      // Nothing to search for, and nothing that breaks the query.
      [`'\\ & | ! :* ( "`, ["Chidi O'Brien", 'Ọlá Ƙasim']],
    ]
    for (const [typed, found] of searches) {
      expect.soft([typed, await namesOf(`?search=${encodeURIComponent(typed)}`)]).toEqual([typed, found])
    }
  })

  test('finds a name with an apostrophe, whichever a telephone or a clerk typed', async () => {
    const written = ["Sa'adatu Bello", 'Sa’adatu Musa', 'Saʼadatu Ali']
    for (const [at, name] of written.entries()) await register(`s${at}`, { full_name: name })
    for (const typed of ["Sa'adatu", 'sa’adatu', 'Saʼada', 'Sa‘ada'])
      expect
        .soft([typed, (await namesOf(`?search=${encodeURIComponent(typed)}`)).toSorted()])
        .toEqual([typed, written.toSorted()])
    expect(await namesOf(`?search=${encodeURIComponent("Sa'adatu Musa")}`)).toEqual(['Sa’adatu Musa'])
    expect(await namesOf(`?search=${encodeURIComponent("Sa'id")}`)).toEqual([])
  })

  test('pages search results in both orders, for common and rare words', async () => {
    for (const name of ['ada', 'bola', 'chidi', 'dayo', 'efe']) await register(name, { full_name: name })
    for (const [sort, expected] of [
      ['newest', ['efe', 'dayo', 'chidi', 'bola', 'ada']],
      ['oldest', ['ada', 'bola', 'chidi', 'dayo', 'efe']],
    ] as const) {
      const first = await list(`?search=mail&limit=3&sort=${sort}`)
      const second = await list(`?search=mail&limit=3&sort=${sort}&cursor=${first.next_cursor}`)
      expect([...first.items, ...second.items].map(({ full_name: name }) => name)).toEqual(expected)
      expect([first.total, second.next_cursor]).toEqual([5, null])
      expect(await namesOf(`?search=mail&limit=1&sort=${sort}&status=pending`)).toEqual([expected[0]])
      expect(await namesOf(`?search=chidi&limit=1&sort=${sort}`)).toEqual(['chidi'])
      expect(await namesOf(`?search=mail&limit=1&sort=${sort}&status=approved`)).toEqual([])
    }
  })

  test('is searched by the start of the id, and by changed names', async () => {
    const ola = await register('ola', { full_name: 'Ola' })
    await register('chidi', { full_name: 'Chidi' })
    expect(await namesOf(`?search=${ola.userId.slice(0, 23)}`)).toEqual(['Ola'])
    await server.core.db.execute(sql`update users set email = 'new.one@mail.example' where id = ${ola.userId}`)
    expect(await namesOf('?search=new.one')).toEqual(['Ola'])
    expect(await namesOf('?search=ola@mail')).toEqual([])
  })

  test('takes the same number of statements for fifty people as for one', async () => {
    await register('amina', {})
    const forOne = await countStatements(() => list())
    for (let person = 0; person < 8; person += 1) await (await register(`p${person}`, {})).ask()
    expect(await countStatements(() => list())).toBe(forOne)
  })
})

describe('one person', () => {
  test('is shown with profile and requests, and reading is audited', async () => {
    const amina = await register('amina', { bio: 'A widow with three children.' })
    const { body: asked } = await amina.ask()
    const { id } = await profileOf(amina)
    const { status, body, headers } = await halima.call('GET', `/api/admin/beneficiaries/${id}`)
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(body).toMatchObject({ id, email: amina.email, bio: 'A widow with three children.', applications: 1 })
    expect(body['application_list']).toMatchObject([
      { id: asked['id'], case_number: asked['case_number'], amount_requested: 45_000.5, status: 'pending' },
    ])
    expect(await readAudit(server)).toEqual([
      {
        action: 'beneficiary.read',
        actor_id: halima.userId,
        subject: 'beneficiary',
        subject_id: id,
        before: null,
        after: null,
      },
    ])
  })

  test('who does not exist is not found, and nothing is audited', async () => {
    const id = '0d9f4c0e-3b1a-4c5e-8d2f-6a7b8c9d0e1f'
    expect((await halima.call('GET', `/api/admin/beneficiaries/${id}`)).body).toMatchObject({ code: 'not_found' })
    const answer = await halima.call('PATCH', `/api/admin/beneficiaries/${id}`, { is_approved: true })
    expect(answer.body).toMatchObject({ code: 'not_found' })
    expect(await readAudit(server)).toEqual([])
  })

  test('is approved and unapproved, each audited once; approving again changes nothing', async () => {
    const { id } = await profileOf(await register('amina', {}))
    const mark = async (isApproved: boolean) =>
      (await halima.call('PATCH', `/api/admin/beneficiaries/${id}`, { is_approved: isApproved })).body['is_approved']
    expect([await mark(true), await mark(true), await mark(false)]).toEqual([true, true, false])
    const told = { actor_id: halima.userId, subject: 'beneficiary', subject_id: id }
    expect(await readAudit(server)).toEqual([
      { ...told, action: 'beneficiary.approved', before: { is_approved: false }, after: { is_approved: true } },
      { ...told, action: 'beneficiary.unapproved', before: { is_approved: true }, after: { is_approved: false } },
    ])
  })

  test('who is an administrator cannot be approved', async () => {
    const { body } = await halima.call('GET', '/api/profile')
    const answer = await halima.call('PATCH', `/api/admin/beneficiaries/${String(body['id'])}`, { is_approved: true })
    expect(answer.status).toBe(403)
    const other = await newAdministrator(server, 'sani')
    const { body: theirs } = await other.call('GET', '/api/profile')
    const second = await halima.call('PATCH', `/api/admin/beneficiaries/${String(theirs['id'])}`, { is_approved: true })
    expect(second.status).toBe(404)
  })
})
