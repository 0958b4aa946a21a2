/** Everything that is sent carries the organisation's name, and ours nowhere: each letter, text messages, the month as a PDF. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { REQUEST_NEWS, TOLD_ACTS } from '../../../contract/aid/queue-fields.ts'
import { ACCOUNT_MAILS } from '../../../test/support/account-mails.ts'
import { newAdministrator } from '../../../test/support/administering.ts'
import { ADDRESS, REQUEST } from '../../../test/support/asking.ts'
import { textsOf } from '../../../test/support/month-files.ts'
import { readOrganisation, saveOrganisation } from '../../../test/support/organisation.ts'
import { PHONE, usePhoneServer } from '../../../test/support/phones.ts'
import { expectBooksBalance, newKey } from '../../../test/support/server.ts'
import * as request from '../../aid/requests/request-letters.ts'
import { newsText } from '../../aid/requests/request-texts.ts'
import * as account from '../../people/sign-in/letters.ts'
import { minutes } from '../../platform/clock.ts'
import { onlyRow } from '../../platform/db/db.ts'
import { monthInLagos } from '../../platform/lagos-days.ts'
import { controllerNameAt } from '../../platform/organisation.ts'
import { composeMail, type MailContent } from '../../platform/mail/compose.ts'
import * as reading from '../reading/letters.ts'
import * as team from '../team/letters.ts'

const OURS = /taimako/i
const phones = usePhoneServer({ RATE_LIMITS: 'off' })

/** Published by the only administrator. */
async function publishNakowa() {
  const halima = await newAdministrator(phones.server, 'halima')
  await saveOrganisation(halima, (of) => ({
    ...of,
    name: 'Nakowa Relief',
    short_name: 'Nakowa',
    registered: { ...of.registered, name: 'Nakowa Relief Initiative' },
    support: { ...of.support, email: 'help@nakowa.example' },
    letters: { ...of.letters, sender: 'Nakowa Relief', signature: 'The people of Nakowa' },
  }))
  const { draft } = await readOrganisation(halima)
  const published = await halima.call('POST', '/api/admin/organisation/publish', {
    revision: draft.revision,
    reason: 'We begin.',
  })
  expect(published.status).toBe(200)
  return halima
}

type Core = (typeof phones)['server']['core']

/** One of each letter, by the name of what makes it; of those with several forms, each. */
function everyLetter(core: Core): Record<string, readonly MailContent[]> {
  const roles = ['reviewer'] as const
  return {
    newsLetter: REQUEST_NEWS.flatMap((news) => [
      request.newsLetter(news, null),
      request.newsLetter(news, { confirm: 'confirm', stop: 'stop' }),
    ]),
    actLetter: TOLD_ACTS.flatMap((act) => [
      request.actLetter({ act, request: 'R-1' }, null, null, null),
      request.actLetter({ act, request: 'R-1' }, { confirm: 'confirm', stop: 'stop' }, null, 'papers'),
    ]),
    readingAlertLetter: [reading.readingAlertLetter('musa@nakowa.example', 300)],
    auditHeadLetter: [reading.auditHeadLetter(core, 1200, 'a1b2')],
    rolesChangedLetter: [
      team.rolesChangedLetter({ roles: [], wasStaff: true }),
      team.rolesChangedLetter({ roles, wasStaff: true }),
      team.rolesChangedLetter({ roles, wasStaff: false }),
    ],
    rolesNoticeLetter: [
      team.rolesNoticeLetter('musa@nakowa.example', roles),
      team.rolesNoticeLetter('musa@nakowa.example', []),
    ],
    invitationLetter: [team.invitationLetter(roles, 'token')],
    digestLetter: [team.digestLetter(core, { late: 1, answered: 2, mine: 3, new: 4 })],
    LATE_COMPLAINTS: [team.LATE_COMPLAINTS],
    lateFundsLetter: [team.lateFundsLetter(core, ['Water'])],
    lateLetter: [team.lateLetter(core, 'decision', ['R-1']), team.lateLetter(core, 'award', ['R-1', 'R-2'])],
    accountLetter: ACCOUNT_MAILS.map(([says, facts]) => account.accountLetter(core, says, undefined, facts)),
  }
}

test('each letter is signed by the organisation that published its name, and names us nowhere', async () => {
  await publishNakowa()
  const { core } = phones.server
  const made = everyLetter(core)
  const known = [request, reading, team, account].flatMap((letters) =>
    Object.keys(letters).filter((name) => /Letter$|^LATE_/.test(name)),
  )
  expect(Object.keys(made).toSorted()).toEqual(known.toSorted())
  const letters = await Promise.all(
    Object.entries(made).flatMap(([name, contents]) =>
      contents.map(async (content) => ({ name, ...(await composeMail(core, 'amina@mail.example', content)) })),
    ),
  )
  expect(letters.length).toBeGreaterThan(50)
  for (const { name, subject, text, html, replyTo } of letters) {
    const shown = `${subject}\n${text}\n${html}\n${replyTo}`
    expect([name, OURS.exec(shown)?.[0], shown.includes('{organisation}')]).toEqual([name, undefined, false])
    expect(text).toContain(`The people of Nakowa\nNakowa Relief, ${core.env.publicUrl}`)
  }
})

test('codes and steps by text, and the month as a PDF, name it too', async () => {
  const halima = await publishNakowa()
  const device = phones.device()
  await device.signInWithOtp({ phone: PHONE })
  const [code = ''] = await phones.texts()
  expect(code).toContain('is your Nakowa code to sign in')
  const { data } = await device.verifyOtp({ phone: PHONE, token: /\b\d{6}\b/.exec(code)?.[0] ?? '', type: 'sms' })
  const headers = { authorization: `Bearer ${data.session?.access_token}` }
  const profile = { full_name: 'Amina Yusuf', phone: PHONE, address: ADDRESS }
  await phones.server.call('PUT', '/api/profile', profile, headers)
  const asked = await phones.server.call('POST', '/api/applications', REQUEST, { ...headers, ...newKey() })
  expect(asked.body).toMatchObject({ id: expect.any(String) })
  const steps = REQUEST_NEWS.map((news) => newsText(phones.server.core, news) ?? 'Nakowa: ')
  expect(steps.filter((step) => !step.startsWith('Nakowa: '))).toEqual([])
  expect([...(await phones.texts()), ...steps].filter((text) => OURS.test(text))).toEqual([])

  const { db } = phones.server.core
  const written = { first_name: 'Bola', last_name: 'Ade', email: 'bola@mail.example', subject: 'Hello', message: 'Hi.' }
  expect((await phones.server.call('POST', '/api/contact-messages', written, newKey())).status).toBe(201)
  const to = sql`select recipient from outgoing_mail where subject = 'Contact: Hello'`
  expect(await onlyRow(db, to, z.unknown())).toEqual({ recipient: 'help@nakowa.example' })

  const month = monthInLagos(phones.server.clock.now())
  const pdf = await halima.call('GET', `/api/admin/month-statement.pdf?month=${month}`)
  const text = String(pdf.body['text'])
  expect(textsOf(text)).toContain('Nakowa Relief Initiative')
  expect(OURS.test(text)).toBe(false)
  await expectBooksBalance(phones.server)
})

test('a statement of a month that was closed before a new name keeps the name of then', async () => {
  const { core, clock } = phones.server
  const closedAt = clock.now()
  clock.advance(minutes(1))
  await publishNakowa()
  expect(await controllerNameAt(core.db, core.env, closedAt)).toBe('Taimako')
  expect(await controllerNameAt(core.db, core.env, clock.now())).toBe('Nakowa Relief Initiative')
})
