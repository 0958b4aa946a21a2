/** A reviewer's statement about two people is stored, changes what the next reviewer sees, and can be undone. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { PersonLink } from '../../../contract/platform/admin-fields.ts'
import { newAdministrator, readAudit, type Administrator } from '../../../test/support/administering.ts'
import { newPerson, PASSWORD, type Person } from '../../../test/support/asking.ts'
import { link, profileIdOf } from '../../../test/support/linking.ts'
import { raceBetween } from '../../../test/support/race-behind-lock.ts'
import { useServer } from '../../../test/support/own-server.ts'
import type { TestServer } from '../../../test/support/server.ts'
import { onlyRow } from '../../platform/db/db.ts'

let server: TestServer
let halima: Administrator
/** All have the same telephone, name and address. */
let amina: Person
let bola: Person
let chidi: Person
useServer(async (emptied) => {
  server = emptied
  halima = await newAdministrator(server)
  amina = await newPerson(server)
  bola = await newPerson(server, 'bola')
  chidi = await newPerson(server, 'chidi')
})

const say = (first: Person, second: Person, is: PersonLink | null) =>
  link(server, halima, [first.userId, second.userId], is)

const Related = z.object({
  possible_duplicates: z.array(
    z.looseObject({
      user_id: z.string(),
      reasons: z.array(z.string()),
      link: z.looseObject({ is: z.string() }).nullable(),
      in_household: z.boolean(),
    }),
  ),
})

/** @returns what the details of a request say of a person */
async function shownOf(request: string, person: Person) {
  const { body } = await halima.call('GET', `/api/admin/applications/${request}`)
  const found = Related.parse(body).possible_duplicates.find(({ user_id: id }) => id === person.userId)
  return found && { reasons: found.reasons.length, is: found.link?.is ?? null, in_household: found.in_household }
}

/** @returns whether the list marks this request as a possible duplicate */
async function isMarked(request: string): Promise<boolean> {
  const { body } = await halima.call('GET', '/api/admin/applications')
  const Listed = z.object({ items: z.array(z.looseObject({ id: z.string(), possible_duplicate: z.boolean() })) })
  return Listed.parse(body).items.some(({ id, possible_duplicate: marked }) => id === request && marked)
}

/** Everything that a refusal must not change. */
const everything = () =>
  onlyRow(
    server.core.db,
    sql`select (select json_agg(l) from person_links as l)::text as links,
               (select json_agg(m order by user_id) from household_members as m)::text as members,
               (select count(*) from audit_events)::int as audited`,
    z.unknown(),
  )

test('two people who are said to be unrelated are no hint any more, until it is taken back', async () => {
  const request = await amina.askLater()
  expect(await shownOf(request, bola)).toEqual({ reasons: 2, is: null, in_household: false })
  const said = await say(bola, amina, 'unrelated')
  expect([said.status, said.body]).toMatchObject([200, { link: { is: 'unrelated', by: { full_name: 'Halima Musa' } } }])
  expect(await isMarked(request)).toBe(true)
  await say(amina, chidi, 'unrelated')
  expect(await isMarked(request)).toBe(false)
  expect(await shownOf(request, bola)).toEqual({ reasons: 2, is: 'unrelated', in_household: false })
  expect((await say(amina, bola, null)).body).toEqual({ link: null })
  expect(await isMarked(request)).toBe(true)
  expect(await shownOf(request, bola)).toMatchObject({ is: null })
})

test('a household joins people through others, and is divided when what joined them is taken back', async () => {
  const request = await amina.askLater()
  await bola.askLater({ application_type: 'food' })
  await say(amina, bola, 'same_household')
  await say(bola, chidi, 'same_person')
  expect(await shownOf(request, bola)).toMatchObject({ is: 'same_household', in_household: true })
  expect(await shownOf(request, chidi)).toMatchObject({ is: null, in_household: true })
  // A household is no duplicate. One person with two accounts is.
  await say(amina, chidi, 'unrelated')
  expect(await isMarked(request)).toBe(false)
  await say(amina, chidi, 'same_person')
  expect(await isMarked(request)).toBe(true)

  await say(amina, chidi, null)
  await say(bola, amina, null)
  expect(await shownOf(request, bola)).toMatchObject({ is: null, in_household: false })
  expect(await shownOf(request, chidi)).toMatchObject({ in_household: false })
  const of = await onlyRow(
    server.core.db,
    sql`select count(*)::int as people, count(distinct household_id)::int as households from household_members`,
    z.object({ people: z.number(), households: z.number() }),
  )
  expect(of).toEqual({ people: 2, households: 1 })
})

test('people who are linked are shown without any other sign, and leave with their account', async () => {
  const dayo = await newPerson(server, 'dayo')
  await dayo.call('PUT', '/api/profile', { full_name: 'Dayo Ade', phone: '08055555555', address: '1 River Road, Jos' })
  const request = await amina.askLater()
  expect(await shownOf(request, dayo)).toBeUndefined()
  await say(amina, dayo, 'same_household')
  expect(await shownOf(request, dayo)).toEqual({ reasons: 0, is: 'same_household', in_household: true })
  expect((await dayo.call('POST', '/api/account/closure', { password: PASSWORD })).status).toBe(200)
  expect(await shownOf(request, dayo)).toBeUndefined()
  const { links } = z.object({ links: z.string().nullable() }).parse(await everything())
  expect(links).toBeNull()
})

test('a household is divided at once when the account that joined it is closed', async () => {
  const request = await amina.askLater()
  await say(amina, bola, 'same_household')
  await say(bola, chidi, 'same_household')
  expect(await shownOf(request, chidi)).toMatchObject({ in_household: true })
  expect((await bola.call('POST', '/api/account/closure', { password: PASSWORD })).status).toBe(200)
  expect(await shownOf(request, chidi)).toMatchObject({ is: null, in_household: false })
  expect(await everything()).toMatchObject({ links: null, members: null })
})

test('each change is audited for both, and saying the same again is none', async () => {
  await say(amina, bola, 'same_household')
  await say(bola, amina, 'same_household')
  await say(amina, bola, 'unrelated')
  const audited = (await readAudit(server)).filter(({ action }) => action === 'beneficiary.linked')
  expect(audited).toHaveLength(4)
  const ids = [await profileIdOf(server, amina.userId), await profileIdOf(server, bola.userId)]
  expect(new Set(audited.map(({ subject_id: id }) => id))).toEqual(new Set(ids))
})

test('a link to oneself, of a person with themselves, or with an unknown person is refused', async () => {
  await halima.call('PUT', '/api/profile', { full_name: 'Halima Musa', phone: '08030000000' })
  const before = await everything()
  const refused = async (first: string, second: string) => {
    const answer = await halima.call('POST', `/api/admin/beneficiaries/${first}/links`, {
      other: second,
      link: 'unrelated',
    })
    expect(await everything()).toEqual(before)
    return [answer.status, answer.body['code']]
  }
  const [mine, hers] = [await profileIdOf(server, halima.userId), await profileIdOf(server, amina.userId)]
  expect(await refused(hers, mine)).toEqual([403, 'own_request'])
  expect(await refused(hers, hers)).toEqual([400, 'invalid_input'])
  expect(await refused(hers, crypto.randomUUID())).toEqual([404, 'not_found'])
})

test('a statement about someone who closes the account at this moment waits for that without a deadlock', async () => {
  // In the order in which closing locks.
  const account = sql`select from users where id = ${bola.userId} for update`
  const links = sql`lock table person_links in share row exclusive mode`
  const answer = await raceBetween(server.core, [account], links, () => say(amina, bola, 'same_household'))
  expect(answer.status).toBe(200)
  expect(server.logged()).not.toMatch(/deadlock/)
})

test('in public figures a household of two counts once, also once one of them has closed their account', async () => {
  const asked = [await amina.askLater(), await bola.askLater(), await chidi.askLater()]
  expect((await say(amina, bola, 'same_household')).status).toBe(200)
  const counted = () =>
    onlyRow(
      server.core.db,
      sql`select count(distinct household)::int as households, count(*)::int as requests from request_households`,
      z.unknown(),
    )
  expect(await counted()).toEqual({ households: 2, requests: asked.length })
  for (const person of [bola, chidi])
    expect((await person.call('POST', '/api/account/closure', { password: PASSWORD })).status).toBe(200)
  expect(await counted()).toEqual({ households: 2, requests: asked.length })
})
