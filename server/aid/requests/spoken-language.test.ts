/** Texts and mails about a request are in the language that the person chose, else in that of the request, each in one message. */
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import ha from '../../../contract/languages/ha.json' with { type: 'json' }
import pcm from '../../../contract/languages/pcm.json' with { type: 'json' }
import { REQUEST_NEWS } from '../../../contract/aid/queue-fields.ts'
import { LANGUAGE_TAGS } from '../../../contract/platform/language-tags.ts'
import { newPerson, PASSWORD, REQUEST } from '../../../test/support/asking.ts'
import { beyondOneMessage } from '../../../test/support/gsm.ts'
import { lastMail, readLinkForm } from '../../../test/support/mails.ts'
import { PHONE, usePhoneServer } from '../../../test/support/phones.ts'
import { textAbout } from '../../office/messages/sending.ts'
import { onlyRow } from '../../platform/db/db.ts'
import { composeMail } from '../../platform/mail/compose.ts'
import { minutes } from '../../platform/clock.ts'
import { plainLetters } from '../../platform/sms/plain-letters.ts'
import { questionText } from '../awards/text-questions.ts'
import { accountWords } from '../../people/sign-in/account-texts.ts'
import { helpedText } from './helpers.ts'
import { languageOf } from './spoken-language.ts'
import { actText, newsText } from './request-texts.ts'

const phones = usePhoneServer({ LANGUAGES_DRAFTS: 'on', RATE_LIMITS: 'off', SMS_REPLY_NUMBER: '2347009999999' })

test.each([null, ...LANGUAGE_TAGS])(
  'in %s each text is one message of plain letters, with the longest values',
  (tag) => {
    const { core } = phones.server
    const env = { ...core.env, publicUrl: 'https://aid.northern-relief.example' }
    const shown = { ...core.organisation.shown, short_name: 'Ƙungiya Help' }
    const longest = { ...core, env, organisation: { ...core.organisation, shown } }
    const [id, number] = ['4f0c5a0e-0d5b-4d0e-9f35-2b1f0d6c8a11', 99_999_999_999n]
    const { texts: account } = accountWords(tag)
    const texts = [
      ...REQUEST_NEWS.map((news) => newsText(longest, news, tag) ?? ''),
      ...(['ask', 'help'] as const).map((ask) => questionText(longest, id, ask, tag)),
      ...(['payeeChanged', 'wayChanged'] as const).map((act) => actText(longest, act, tag) ?? ''),
      helpedText(longest, 'Oluwaseun Abdulrahman-Ogunleye', { number, language: tag }),
      textAbout(longest, number, tag),
      ...(['signIn', 'secondStep', 'confirmYou'] as const).map((says) => account[says]('123456', shown.short_name)),
      account.numberLeft(shown.short_name, shown.support.phone),
      account.claimed(shown.short_name, shown.support.phone),
    ]
    expect(texts.map((text) => beyondOneMessage(plainLetters(text))).filter(Boolean)).toEqual([])
  },
)

describe('a person', () => {
  test('is told in the language of the request; their own choice goes before it, also English', async () => {
    const amina = await newPerson(phones.server)
    const told = async (language: string | null) => {
      await amina.ask({ ...REQUEST, language })
      return lastMail(phones.server)
    }
    const choose = async (language: string | null) =>
      expect((await amina.call('PUT', '/api/profile', { language })).body).toMatchObject({ language })
    const inHausa = await told('ha')
    expect(inHausa.subject).toBe(ha['requestNews.mails.received.subject'])
    expect(inHausa.html).toContain('<html lang="ha">')
    expect(inHausa.html).not.toContain('lang="en"')
    expect(inHausa.link).toMatch(/\/ha\/beneficiary\/dashboard$/)
    expect((await told(null)).subject).toBe('We have your request')
    await choose('pcm')
    expect((await told('ha')).subject).toBe(pcm['requestNews.mails.received.subject'])
    await choose('en')
    expect(await told('ha')).toMatchObject({ subject: 'We have your request' })
    await choose(null)
    expect((await told('ha')).subject).toBe(inHausa.subject)
    const refused = await amina.ask({ ...REQUEST, language: 'yo' })
    expect(refused.body).toMatchObject({ status: 400, fields: [{ field: 'language' }] })
    expect((await amina.call('PUT', '/api/profile', { language: 'xx' })).status).toBe(400)
  })

  test('is told of a withdrawal in the language that the request had', async () => {
    const amina = await newPerson(phones.server)
    const { body } = await amina.ask({ ...REQUEST, language: 'ha' })
    expect((await amina.call('POST', `/api/applications/${String(body['id'])}/withdrawal`)).status).toBe(200)
    const told = await lastMail(phones.server)
    expect(told.subject).toBe(ha['requestNews.acts.withdrawn.subject'])
    expect(told.text).toContain(`An janye buƙatarku ${String(body['case_number'])} daga asusunku.`)
    expect(told.link).toMatch(/\/ha\/beneficiary\/dashboard$/)
  })

  test('takes both with their data, and leaves neither behind', async () => {
    const amina = await newPerson(phones.server)
    await amina.call('PUT', '/api/profile', { language: 'pcm' })
    await amina.ask({ ...REQUEST, language: 'ha' })
    const { body } = await amina.call('GET', '/api/account/data')
    expect(body).toMatchObject({ profile: { language: 'pcm' }, applications: [{ language: 'ha' }] })
    expect((await amina.call('POST', '/api/account/closure', { password: PASSWORD })).status).toBe(200)
    const left = sql`select (select count(*)::int from profiles where language is not null) as profiles,
                            (select count(*)::int from aid_applications where language is not null) as requests`
    expect(await onlyRow(phones.server.core.db, left, z.unknown())).toEqual({ profiles: 0, requests: 0 })
  })

  test('is told in English while no one has reviewed the language', async () => {
    const { core } = phones.server
    const amina = await newPerson(phones.server)
    const id = z.uuid().parse((await amina.ask({ ...REQUEST, language: 'ha' })).body['id'])
    const published = { env: { ...core.env, showsDraftLanguages: false } }
    expect(await languageOf(core, core.db, amina.userId, id)).toBe('ha')
    expect(await languageOf(published, core.db, amina.userId, id)).toBeNull()
  })
})

test('a code is in the language of the page that asks for it, and of the profile once that has one', async () => {
  const { server } = phones
  const codeFrom = async (page: string) => {
    await server.call('POST', '/auth/v1/otp', { phone: PHONE }, { referer: `${server.core.env.publicUrl}${page}` })
    const text = (await phones.texts()).at(-1) ?? ''
    server.clock.advance(minutes(16))
    return text.split('\n\n')[1]
  }
  const hausa = /^\d{6} ita ce lambar shigarku ta Taimako\. Tana aiki na minti 10\./
  expect(await codeFrom('/ha/login')).toMatch(hausa)
  expect(await codeFrom('/yo/login')).toMatch(/^\d{6} is your Taimako code to sign in\./)
  const device = await phones.signedInByText()
  const authorization = `Bearer ${(await device.getSession()).data.session?.access_token}`
  await server.call('PUT', '/api/profile', { language: 'pcm' }, { authorization })
  server.clock.advance(minutes(16))
  expect(await codeFrom('/ha/login')).toMatch(/^\d{6} na your Taimako code to log in\./)
  await server.call('PUT', '/api/profile', { language: 'en' }, { authorization })
  expect(await codeFrom('/ha/login')).toMatch(/^\d{6} is your Taimako code to sign in\./)
})

test('the mail of a recovery is in the language of the page that asks for it, and of the profile once that has one', async () => {
  const { server } = phones
  const amina = await newPerson(server)
  const mailFrom = async (page: string) => {
    server.clock.advance(minutes(2))
    await server.call(
      'POST',
      `/auth/v1/recover?${new URLSearchParams({ redirect_to: `${server.core.env.publicUrl}/reset-password?from=mail` })}`,
      { email: amina.email },
      { referer: `${server.core.env.publicUrl}${page}` },
    )
    return lastMail(server)
  }
  const inHausa = await mailFrom('/ha/login')
  expect(inHausa.subject).toBe(ha['accountNews.mails.recovery.subject'])
  expect(inHausa.text).toContain('kalmar sirrin asusunku na Taimako.')
  expect(inHausa.html).not.toContain('lang="en"')
  expect(await mailFrom('/login')).toMatchObject({ subject: 'Choose a new password' })
  await amina.call('PUT', '/api/profile', { language: 'pcm' })
  const inPidgin = await mailFrom('/login')
  expect(inPidgin).toMatchObject({ subject: pcm['accountNews.mails.recovery.subject'] })
  const page = await server.app.request(inPidgin.link)
  expect(await page.clone().text()).toContain(pcm['accountNews.links.recovery.text'])
  const { fields } = await readLinkForm(page)
  expect(fields.get('redirect_to')).toBe(`${server.core.env.publicUrl}/pcm/reset-password?from=mail`)
})

test('a text goes out in plain letters', async () => {
  const device = await phones.signedInByText()
  const authorization = `Bearer ${(await device.getSession()).data.session?.access_token}`
  await phones.server.call(
    'POST',
    '/api/applications',
    { ...REQUEST, language: 'ha' },
    {
      authorization,
      'idempotency-key': crypto.randomUUID(),
    },
  )
  const { db } = phones.server.core
  await db.execute(sql`update outgoing_text_messages set next_try_at = created_at where text_sealed is not null`)
  expect((await phones.texts()).at(-1)).toContain('Taimako: mun karbi bukatarku.')
})

test('what a language lacks stays English in a mail, and is marked', async () => {
  const mail = await composeMail(phones.server.core, 'amina@mail.example', {
    subject: 'Mun karɓi',
    paragraphs: ['Mun karɓi.', 'Not translated by {organisation}.'],
    closing: [],
    spoken: { tag: 'ha', english: new Set(['Not translated by {organisation}.']) },
  })
  expect(mail.html).toContain('<p>Mun karɓi.</p><p lang="en">Not translated by Taimako.</p>')
  expect(mail.text).toContain('Kuna da tambaya?')
})
