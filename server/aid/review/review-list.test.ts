/** The list of requests that reviewers work through. Whether it stays quick at 300,000: bench/. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { newAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { newPerson, REQUEST, type Person } from '../../../test/support/asking.ts'
import { useServer } from '../../../test/support/own-server.ts'
import type { TestServer } from '../../../test/support/server.ts'
import { countStatements } from '../../../test/support/statements.ts'

let server: TestServer
let halima: Administrator
let amina: Person
useServer(async (emptied) => {
  server = emptied
  halima = await newAdministrator(server)
  amina = await newPerson(server)
})

const Page = z.object({
  items: z.array(z.looseObject({ id: z.string(), amount_requested: z.number().nullable() })),
  next_cursor: z.string().nullable(),
  total: z.number(),
})

async function list(query = '') {
  const { status, body } = await halima.call('GET', `/api/admin/applications${query}`)
  expect(status).toBe(200)
  return Page.parse(body)
}
const idsOf = async (query: string) => (await list(query)).items.map(({ id }) => id)

test('shows each request with its applicant, and is paged by cursor in every order', async () => {
  for (const amount of [500, null, 70_000, 500, 0]) await amina.askLater({ amount_requested: amount })
  const { items } = await list('?limit=1')
  expect(items[0]).toMatchObject({
    application_type: REQUEST.application_type,
    amount_requested: 0,
    urgency: REQUEST.urgency,
    status: 'pending',
    waiting_since: null,
    own: false,
    applicant: { full_name: 'Amina Yusuf', email: 'a•••@mail.example', phone: '••• 00', address: '•••' },
  })
  for (const [sort, amounts] of [
    ['newest', [0, 500, 70_000, null, 500]],
    ['oldest', [500, null, 70_000, 500, 0]],
    ['amount', [70_000, 500, 500, 0, null]],
  ] as const) {
    const first = await list(`?limit=2&sort=${sort}`)
    const second = await list(`?limit=2&sort=${sort}&cursor=${first.next_cursor}`)
    const third = await list(`?limit=2&sort=${sort}&cursor=${second.next_cursor}`)
    const all = [...first.items, ...second.items, ...third.items]
    expect(all.map(({ amount_requested: amount }) => amount)).toEqual(amounts)
    expect(new Set(all.map(({ id }) => id)).size).toBe(5)
    expect([first.total, third.next_cursor]).toEqual([5, null])
  }
  const { next_cursor: ofNewest } = await list('?limit=2')
  const { body } = await halima.call('GET', `/api/admin/applications?sort=amount&cursor=${ofNewest}`)
  expect(body).toMatchObject({ code: 'invalid_input', fields: [{ field: 'cursor' }] })
})

test('is filtered by status, type, urgency, time and waiting for the applicant, alone and together', async () => {
  const food = await amina.askLater({ application_type: 'food', urgency: 'critical' })
  const between = server.clock.now().toISOString()
  const shelter = await amina.askLater({ application_type: 'shelter', urgency: null })
  const fees = await amina.askLater()
  await halima.call('PATCH', `/api/admin/applications/${food}`, { status: 'approved' })
  await halima.call('POST', `/api/admin/applications/${fees}/paper-requests`, { text: 'The letter, please.' })
  const filters: [query: string, found: string[]][] = [
    ['?status=approved', [food]],
    ['?status=pending', [shelter]],
    ['?type=shelter', [shelter]],
    ['?urgency=critical', [food]],
    ['?urgency=low', []],
    [`?from=${between}`, [fees, shelter, food]],
    [`?to=${between}`, []],
    ['?view=waiting', [fees]],
    [`?status=approved&type=food&urgency=critical&from=${between}&sort=amount`, [food]],
    ['?status=approved&type=shelter', []],
  ]
  for (const [query, found] of filters) expect.soft([query, await idsOf(query)]).toEqual([query, found])
  expect((await halima.call('GET', '/api/admin/applications?status=paid')).status).toBe(400)
})

test('is searched by applicant and by the start of the id', async () => {
  const bola = await newPerson(server, 'bola')
  await bola.call('PUT', '/api/profile', { full_name: 'Bola Ade', phone: '0705 111 2222' })
  const hers = await bola.askLater({})
  const other = await amina.askLater()
  const searches: [typed: string, found: string[]][] = [
    ['bol', [hers]],
    ['BOLA ad', [hers]],
    ['+234 705 111', [hers]],
    ['amina@mail.example', [other]],
    [hers.slice(0, 18), [hers]],
    [other, [other]],
    ['ffffffff', []],
    ['nobody', []],
  ]
  for (const [typed, found] of searches) {
    expect.soft([typed, await idsOf(`?search=${encodeURIComponent(typed)}`)]).toEqual([typed, found])
  }
})

test('new case numbers end with random digits before the check digit, and are found however they are typed', async () => {
  const numbers: string[] = []
  for (let each = 0; each < 4; each += 1) {
    const asked = await amina.askLater()
    const { body } = await amina.call('GET', `/api/applications/${asked}`)
    const number = String(body['case_number'])
    expect(number).toMatch(/^T-\d{5}-\d{4}-\d$/)
    numbers.push(number)
    for (const typed of [
      number,
      number.replaceAll('-', ''),
      number.replaceAll('-', ' ').toLowerCase(),
      number.slice(2),
    ])
      expect.soft([typed, await idsOf(`?search=${encodeURIComponent(typed)}`)]).toEqual([typed, [asked]])
  }
  const heads = numbers.map((number) => Number(number.slice(2, 7)))
  expect(heads.map((head) => head - (heads[0] ?? 0))).toEqual([0, 1, 2, 3])
  expect(new Set(numbers.map((number) => number.slice(8, 12))).size).toBeGreaterThan(1)
})

test('finds a request by its case number, however it is typed, but not with a wrong check digit', async () => {
  const before = await amina.askLater()
  const asked = await amina.askLater()
  // As they were before numbers had random digits.
  for (const [id, number] of [
    [before, 10_451],
    [asked, 10_452],
  ] as const)
    await server.database.db.execute(sql`update aid_applications set number = ${number} where id = ${id}::uuid`)
  const own = await amina.call('GET', `/api/applications/${asked}`)
  expect(own.body).toMatchObject({ case_number: 'T-10452-7' })
  expect((await halima.call('GET', `/api/admin/applications/${asked}`)).body).toMatchObject({
    case_number: 'T-10452-7',
  })
  for (const typed of ['T-10452-7', 't-10452-7', 'T104527', '10452-7', '104527', ' t 10452 7 ', 'T–10452–7']) {
    expect.soft([typed, await idsOf(`?search=${encodeURIComponent(typed)}`)]).toEqual([typed, [asked]])
  }
  // Each wrong digit, swapped neighbours, and numbers that no request has.
  for (const typed of ['T-10452-6', 'T-10453-7', 'T-14052-7', 'T-10425-7', 'T-10452', '10452', 'T-99999-4', 'T-']) {
    expect.soft([typed, await idsOf(`?search=${encodeURIComponent(typed)}`)]).toEqual([typed, []])
  }
  expect((await list('?search=T-10452-7&status=approved')).total).toBe(0)
  expect((await list(`?search=${before}`)).items).toMatchObject([{ id: before, case_number: 'T-10451-6' }])
})

test('is searched page by page in every order, whether an applicant has many requests or one', async () => {
  const asked = [await amina.askLater({ amount_requested: 10 }), await amina.askLater({ amount_requested: 30 })]
  asked.push(await amina.askLater({ amount_requested: 20 }))
  const other = await (await newPerson(server, 'bola')).askLater({ amount_requested: 25 })
  const [first, second, third] = asked
  for (const [sort, expected] of [
    ['newest', [third, second, first]],
    ['oldest', [first, second, third]],
    ['amount', [second, third, first]],
  ] as const) {
    const page = await list(`?search=amina@mail&limit=2&sort=${sort}`)
    const rest = await list(`?search=amina@mail&limit=2&sort=${sort}&cursor=${page.next_cursor}`)
    expect([...page.items, ...rest.items].map(({ id }) => id)).toEqual(expected)
    expect([page.total, rest.total, rest.next_cursor]).toEqual([3, 3, null])
    expect(await idsOf(`?search=bola&limit=1&sort=${sort}`)).toEqual([other])
    expect(await idsOf(`?search=amina@mail&limit=2&sort=${sort}&status=approved`)).toEqual([])
  }
})

test('takes the same number of statements for many requests as for one', async () => {
  await amina.askLater()
  const forOne = await countStatements(() => list())
  for (const name of ['b', 'c', 'd']) await (await newPerson(server, name)).askLater()
  expect(await countStatements(() => list())).toBe(forOne)
})
