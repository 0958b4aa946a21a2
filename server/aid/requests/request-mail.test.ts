/** Mail about requests to addresses that anyone may have typed, and how many requests a person may have. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { newAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { countAsked, newPerson, REQUEST, type Person } from '../../../test/support/asking.ts'
import { lastMail, readMails } from '../../../test/support/mails.ts'
import { newKey, testServer, type TestServer } from '../../../test/support/server.ts'
import { hours, minutes } from '../../platform/clock.ts'
import { sha256 } from '../../platform/crypto.ts'
import { onlyRow, rows } from '../../platform/db/db.ts'
import { keyAddressHashes } from '../../platform/mail/key-address-hashes.ts'

const JOBS = /^(applications|mail)/

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())
beforeEach(() => server.empty())

const age = (milliseconds: number) =>
  server.core.db.execute(
    sql`update aid_applications set created_at = created_at - make_interval(secs => ${milliseconds / 1000}::float8)`,
  )

const mailsTo = async (address: string) => (await readMails(server)).filter(({ recipient }) => recipient === address)
/** The tokens of a mail's two links. */
const tokensOf = ({ text }: { text: string }) => ({
  confirm: /\/email\/confirm#(\w+)/.exec(text)?.[1] ?? '',
  stop: /\/email\/stop#(\w+)/.exec(text)?.[1] ?? '',
})
const confirm = (token: string) => server.call('POST', '/api/request-mail/confirmations', { token })
const stop = (token: string) => server.call('POST', '/api/request-mail/stops', { token })
const stateOf = async (person: Person) => (await person.call('GET', '/api/request-mail')).body['state']

describe('a person', () => {
  test('sends at most six requests a day, also when ten are sent at once, and hears from when on they may ask again', async () => {
    const amina = await newPerson(server)
    const key = newKey()
    await amina.ask(REQUEST, key)
    const answers = await Promise.all(Array.from({ length: 10 }, () => amina.ask()))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    const refused = answers.find(({ status }) => status !== 201)
    const until = new Intl.DateTimeFormat('en-NG', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Africa/Lagos' })
    const from = until.format(server.clock.now().getTime() + hours(24))
    expect(refused?.body).toMatchObject({
      status: 409,
      code: 'too_many_open_requests',
      detail: `You have sent 6 requests within 24 hours. You can send another from ${from}, Lagos time.`,
    })
    // One that was sent before is still returned.
    expect((await amina.ask(REQUEST, key)).status).toBe(201)
    expect(await countAsked(server)).toMatchObject({ requests: 6, steps: 6, mails: 6 })
    // The sixth's documents stay free to be removed.
    const url = await amina.addDocument('letter.pdf')
    await amina.ask({ ...REQUEST, documents_provided: [url] })
    expect(await countAsked(server)).toMatchObject({ documents: 0, evidence: 0 })

    await age(hours(24))
    expect((await amina.ask()).status).toBe(201)
  })

  test('has at most twelve undecided requests with their household; a decision makes room, and staff may enter more', async () => {
    const [amina, bola] = [await newPerson(server), await newPerson(server, 'bola')]
    await server.core.db.execute(sql`
      insert into household_members (user_id, household_id)
      select person, ${amina.userId}::uuid from unnest(array[${amina.userId}::uuid, ${bola.userId}::uuid]) as person`)
    const ids = []
    for (const person of [amina, bola]) {
      for (let sent = 0; sent < 6; sent += 1) ids.push(z.string().parse((await person.ask()).body['id']))
      await age(hours(24))
    }
    const full =
      'Your household has 12 requests that are not decided yet. You can send another once one of them is decided.'
    for (const person of [amina, bola])
      expect((await person.ask()).body).toMatchObject({ code: 'too_many_open_requests', detail: full })

    const halima = await newAdministrator(server)
    const profile = await onlyRow(
      server.core.db,
      sql`select id::text from profiles where user_id = ${amina.userId}::uuid`,
      z.object({ id: z.string() }),
    )
    const entered = (more: object) =>
      halima.call(
        'POST',
        '/api/admin/applications',
        {
          channel: 'walk_in',
          person: { is: 'known', id: profile.id },
          consent: true,
          privacy_version: '2026-11-24',
          ...REQUEST,
          ...more,
        },
        newKey(),
      )
    const refused = await entered({})
    expect(refused.body).toMatchObject({
      code: 'too_many_open_requests',
      detail:
        'This household has 12 requests that are not decided yet. You can send another once one of them is decided.',
    })
    expect(await countAsked(server)).toMatchObject({ requests: 12 })
    const beyond = await entered({ beyond_reason: 'The roof fell in last night.' })
    expect(beyond.status).toBe(201)
    const review = await halima.call('GET', `/api/admin/applications/${z.string().parse(beyond.body['id'])}`)
    expect(review.body).toMatchObject({
      notes: [{ text: 'Entered beyond the limit: The roof fell in last night.' }],
    })

    for (const id of ids.slice(0, 2))
      await halima.call('PATCH', `/api/admin/applications/${id}`, { status: 'rejected', reason: 'No.' })
    expect((await bola.ask()).status).toBe(201)
    expect((await bola.ask()).status).toBe(409)
  })
})

describe('an address that is not proven', () => {
  let amina: Person
  let halima: Administrator
  const decide = async (id: string, status: string) => {
    expect((await halima.call('PATCH', `/api/admin/applications/${id}`, { status })).status).toBe(200)
    await server.pass(minutes(1), /waiting-letters/)
  }
  const askPapers = async (id: string) => {
    const answer = await halima.call(
      'POST',
      `/api/admin/applications/${id}/paper-requests`,
      { text: 'The bill.' },
      newKey(),
    )
    expect(answer.status).toBe(201)
  }
  const answerPapers = async (id: string) => {
    const { body } = await amina.call('GET', `/api/applications/${id}`)
    const [waiting] = z
      .looseObject({ paper_requests: z.array(z.looseObject({ id: z.string() })) })
      .parse(body).paper_requests
    const answer = { paper_request_id: waiting?.id, documents: [], message: 'Here it is.' }
    expect((await amina.call('POST', `/api/applications/${id}/papers`, answer)).status).toBe(201)
  }
  beforeEach(async () => {
    amina = await newPerson(server, 'amina', { proven: false })
    halima = await newAdministrator(server)
  })

  test('gets one mail a day, with the latest news', async () => {
    const [first, second] = [await amina.askLater(), await amina.askLater()]
    await amina.askLater()
    await decide(first, 'under_review')
    await decide(second, 'approved')
    expect(await mailsTo(amina.email)).toMatchObject([{ subject: 'We have your request' }])
    expect(await stateOf(amina)).toBe('unconfirmed')
    await server.pass(hours(23), JOBS)
    expect(await mailsTo(amina.email)).toHaveLength(0)
    await server.pass(hours(1), JOBS)
    const sent = await onlyRow(
      server.core.db,
      sql`select count(*)::int as mails from outgoing_mail where recipient = ${amina.email}`,
      z.object({ mails: z.number() }),
    )
    expect(sent).toEqual({ mails: 2 })
  })

  test('is proven by a link that works once, without sign-in: what was held goes at once, and then everything', async () => {
    const id = await amina.askLater()
    await decide(id, 'approved')
    const tokens = tokensOf(await lastMailTo(amina))
    expect((await server.call('GET', `/email/confirm?token=${tokens.confirm}`)).status).toBe(404)
    expect(await stateOf(amina)).toBe('unconfirmed')
    expect((await confirm(tokens.stop)).body).toMatchObject({ status: 404, code: 'not_found' })
    expect((await confirm(tokens.confirm)).status).toBe(201)
    expect((await confirm(tokens.confirm)).body).toMatchObject({ status: 404, code: 'not_found' })
    expect(await stateOf(amina)).toBe('confirmed')
    const held = await lastMailTo(amina)
    expect(held.text).toContain('Your request for aid was approved.')
    expect(tokensOf(held)).toEqual({ confirm: '', stop: '' })
    await decide(id, 'under_review')
    expect(await mailsTo(amina.email)).toHaveLength(3)
  })

  test('gets no mail at all once its reader said that it is not theirs, for this account or another', async () => {
    await amina.askLater()
    const tokens = tokensOf(await lastMailTo(amina))
    expect((await stop(tokens.stop)).status).toBe(201)
    expect((await stop(tokens.stop)).status).toBe(404)
    expect(await stateOf(amina)).toBe('stopped')
    const before = (await mailsTo(amina.email)).length
    await server.core.db.execute(sql`update request_addresses set last_mailed_at = '2020-01-01'`)
    await amina.askLater()
    await server.call('POST', '/auth/v1/recover', { email: amina.email })
    expect([before, (await mailsTo(amina.email)).length]).toEqual([1, 1])

    // The address under another account, written differently.
    await server.core.db.execute(sql`update users set email = 'elsewhere@mail.example' where id = ${amina.userId}`)
    const again = await newPerson(server, 'Amina', { proven: false })
    await again.askLater()
    expect(await stateOf(again)).toBe('stopped')
    expect((await readMails(server)).filter(({ recipient }) => recipient.toLowerCase() === amina.email)).toHaveLength(1)
    // A link of the earlier account proves nothing for this one.
    expect((await confirm(tokens.confirm)).status).toBe(404)
    expect(await stateOf(again)).toBe('stopped')
  })

  test('gets acts of the account in the one mail a day, with both links, and none once its reader said that it is not theirs', async () => {
    const withdraw = async () => {
      const { id, case_number: number } = (await amina.ask()).body
      expect((await amina.call('POST', `/api/applications/${String(id)}/withdrawal`)).status).toBe(200)
      return String(number)
    }
    const aDayLater = async () => {
      await server.core.db.execute(
        sql`update request_addresses set last_mailed_at = last_mailed_at - interval '24 hours'`,
      )
      await server.pass(minutes(5), /held-mail/)
    }
    const subjects = async () => (await mailsTo(amina.email)).map(({ subject }) => subject)
    await withdraw()
    await amina.ask()
    const withdrawn = await withdraw()
    expect(await subjects()).toEqual(['We have your request'])
    await aDayLater()
    const told = await lastMailTo(amina)
    expect(told.subject).toBe('Your request was withdrawn')
    // The news of the other request that was held with it is in the same mail.
    expect(told.text).toContain(`Your request ${withdrawn} was withdrawn from your account.`)
    expect(told.text).toContain('We have received your request for aid.')
    expect(told.text).toContain('at most one email a day')
    await aDayLater()
    expect(await subjects()).toHaveLength(2)

    const tokens = tokensOf(told)
    expect(tokens).toEqual({ confirm: expect.stringMatching(/^\w{32}$/), stop: expect.stringMatching(/^\w{32}$/) })
    expect((await stop(tokens.stop)).status).toBe(201)
    await withdraw()
    await aDayLater()
    expect(await subjects()).toHaveLength(2)
    expect((await confirm(tokens.confirm)).status).toBe(201)
    await withdraw()
    const later = await lastMailTo(amina)
    expect(later.subject).toBe('Your request was withdrawn')
    expect(tokensOf(later)).toEqual({ confirm: '', stop: '' })
  })

  test('whose held mail fails keeps no other one from being sent', async () => {
    const bello = await newPerson(server, 'bello', { proven: false })
    const ids = [await amina.askLater(), await bello.askLater()]
    for (const id of ids) await decide(id, 'approved')
    // The mail that was promised is in the outbox already, so that the database refuses a second one.
    await server.core.db.execute(sql`
      update request_addresses set held_mail_id = (select id from outgoing_mail limit 1) where user_id = ${amina.userId}`)
    await server.pass(hours(25), /held-mail/)
    expect(await mailsTo(bello.email)).toHaveLength(2)
    expect(await mailsTo(amina.email)).toHaveLength(1)
  })

  test('hears nothing of papers that came meanwhile, and of the news before them', async () => {
    const [asked, approved] = [await amina.askLater(), await amina.askLater()]
    await decide(approved, 'approved')
    await askPapers(asked)
    await server.pass(minutes(2), /waiting-letters/)
    await answerPapers(asked)
    await server.pass(hours(25), /held-mail/)
    const { text } = await lastMailTo(amina)
    expect(text).not.toContain('need more from you')
    expect(text).toContain('Your request for aid was approved.')
  })

  test('hears nothing of papers for a request that was withdrawn meanwhile', async () => {
    const id = await amina.askLater()
    await askPapers(id)
    await server.pass(minutes(2), /waiting-letters/)
    expect((await amina.call('POST', `/api/applications/${id}/withdrawal`)).status).toBe(200)
    await server.pass(hours(25), /held-mail/)
    const { subject, text } = await lastMailTo(amina)
    expect(subject).toBe('Your request was withdrawn')
    expect(text).not.toContain('need more from you')
  })

  test('can be resumed by its reader with the other link of the mail', async () => {
    await amina.askLater()
    const tokens = tokensOf(await lastMailTo(amina))
    await stop(tokens.stop)
    expect((await confirm(tokens.confirm)).status).toBe(201)
    expect(await stateOf(amina)).toBe('confirmed')
    await amina.askLater()
    expect(await mailsTo(amina.email)).toHaveLength(2)
  })

  test('is found under its key, also where the lists were written before it had one', async () => {
    await amina.askLater()
    const tokens = tokensOf(await lastMailTo(amina))
    await stop(tokens.stop)
    const plain = sha256(amina.email)
    const tables = ['stopped_addresses', 'request_addresses', 'request_address_tokens'].map((name) =>
      sql.identifier(name),
    )
    const named = sql.join(
      tables.map((table) => sql`select from ${table} where address_hash = ${plain}`),
      sql` union all `,
    )
    expect(await rows(server.core.db, named, z.unknown())).toEqual([])
    for (const table of tables)
      await server.core.db.execute(sql`update ${table} set address_hash = ${plain}, keyed = false`)
    await keyAddressHashes(server.core)
    expect(await rows(server.core.db, named, z.unknown())).toEqual([])
    expect(await stateOf(amina)).toBe('stopped')
    await amina.askLater()
    expect(await mailsTo(amina.email)).toHaveLength(1)
    expect((await confirm(tokens.confirm)).status).toBe(201)
    expect(await stateOf(amina)).toBe('confirmed')
  })

  test('is stored in the lists as hashes, and its tokens too', async () => {
    await amina.askLater()
    const { confirm: token } = tokensOf(await lastMailTo(amina))
    const stored = await onlyRow(
      server.core.db,
      sql`select (select json_agg(t) from request_addresses t)::text || (select json_agg(t) from request_address_tokens t)::text as kept`,
      z.object({ kept: z.string() }),
    )
    expect(stored.kept).not.toContain('amina')
    expect(stored.kept).not.toContain(token)
    expect(server.logged()).not.toContain(token)
  })

  const lastMailTo = async ({ email }: Person) => {
    const mail = (await mailsTo(email)).at(-1)
    if (!mail) throw new Error('nothing was mailed')
    return mail
  }
})

test('an address that the account has proven gets mail without questions', async () => {
  const amina = await newPerson(server)
  await amina.ask()
  await amina.ask()
  expect(await stateOf(amina)).toBe('confirmed')
  expect(await mailsTo(amina.email)).toHaveLength(2)
  const { text } = await lastMail(server)
  expect(text).not.toContain('/email/')
})
