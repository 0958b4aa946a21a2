/** Mails about an account are in the language that its person chose, else in that of the page that asks. */
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import ha from '../../../contract/languages/ha.json' with { type: 'json' }
import pcm from '../../../contract/languages/pcm.json' with { type: 'json' }
import { LANGUAGE_TAGS } from '../../../contract/platform/language-tags.ts'
import { newPerson, PASSWORD } from '../../../test/support/asking.ts'
import { lastMail } from '../../../test/support/mails.ts'
import { usePhoneServer } from '../../../test/support/phones.ts'
import type { Core } from '../../platform/core.ts'
import { momentIn } from '../../platform/spoken-dates.ts'
import { composeMail } from '../../platform/mail/compose.ts'
import { accountWords } from './account-texts.ts'
import * as letters from './letters.ts'
import { liftDoubt, reportNumber } from './number-doubt.ts'

const phones = usePhoneServer({ LANGUAGES_DRAFTS: 'on', RATE_LIMITS: 'off' })

const TOKEN = { link: 'https://aid.example/x', code: '123456' }
const ORIGIN = { userAgent: 'Mozilla/5.0 (X11; Linux) Firefox/140.0', address: '192.0.2.7', device: '', language: null }

const NAMES = [
  'confirmation',
  'recovery',
  'phoneChanged',
  'phoneLost',
  'doubtLifted',
  'numberReported',
  'alreadyRegistered',
  'passwordChanged',
  'newDevice',
] as const

test('each mail of the catalogues is tried', () => {
  expect(NAMES.toSorted()).toEqual(Object.keys(accountWords(null).mails).toSorted())
})

describe.each(LANGUAGE_TAGS)('in %s', (tag) => {
  const lettersIn = (core: Core, spoken = accountWords(null)) => ({
    confirmation: letters.confirmationLetter(TOKEN, spoken),
    recovery: letters.recoveryLetter(TOKEN, false, spoken),
    phoneChanged: letters.phoneChangedLetter(core, spoken),
    phoneLost: letters.phoneLostLetter(core, spoken),
    doubtLifted: letters.doubtLiftedLetter(core, spoken),
    numberReported: letters.numberReportedLetter(core, spoken),
    alreadyRegistered: letters.alreadyRegisteredLetter(spoken),
    passwordChanged: letters.passwordChangedLetter(spoken),
    newDevice: letters.deviceLetter(core, ORIGIN, spoken),
  })
  test.each(NAMES)('the mail %s says all of it, and nothing in English', async (name) => {
    const { core } = phones.server
    const [english, own] = [lettersIn(core)[name], lettersIn(core, accountWords(tag))[name]]
    const said = ({ subject, paragraphs, button, closing }: typeof own) => [
      subject,
      ...paragraphs,
      button?.text,
      ...closing,
    ]
    expect(said(own).length).toBe(said(english).length)
    expect(said(own).filter((each) => said(english).includes(each))).toEqual([])
    const mail = await composeMail(core, 'amina@mail.example', own)
    expect(mail.html).toContain(`<html lang="${tag}">`)
    expect(`${mail.subject} ${mail.text}`).not.toMatch(/\{\w+\}/)
    const when = momentIn(tag, core.clock.now())
    expect(when).not.toBe(momentIn(null, core.clock.now()))
    const inEnglish = await composeMail(core, 'amina@mail.example', english)
    expect(mail.text.includes(when)).toBe(inEnglish.text.includes(momentIn(null, core.clock.now())))
  })
})

test('a new device and a new password are told in the language of the page, then of the profile', async () => {
  const { server } = phones
  const amina = await newPerson(server)
  const from = (page: string, device: string) => ({
    referer: `${server.core.env.publicUrl}${page}`,
    'user-agent': `Mozilla/5.0 (X11; Linux) ${device}`,
  })
  const signIn = (page: string, device: string) =>
    server.call(
      'POST',
      '/auth/v1/token?grant_type=password',
      { email: amina.email, password: PASSWORD },
      from(page, device),
    )
  await signIn('/login', 'Firefox/140.0')
  await signIn('/ha/login', 'Chrome/140.0')
  expect(await lastMail(server)).toMatchObject({ subject: ha['accountNews.mails.newDevice.subject'] })
  await amina.call('PUT', '/api/profile', { language: 'pcm' })
  await signIn('/ha/login', 'Chrome/140.0 Edg/140.0')
  expect(await lastMail(server)).toMatchObject({ subject: pcm['accountNews.mails.newDevice.subject'] })
  expect((await amina.call('PUT', '/auth/v1/user', { password: 'a river in the dry season' })).status).toBe(200)
  expect(await lastMail(server)).toMatchObject({ subject: pcm['accountNews.mails.passwordChanged.subject'] })
  await amina.call('PUT', '/api/profile', { language: 'en' })
  await server.call(
    'POST',
    '/auth/v1/token?grant_type=password',
    { email: amina.email, password: 'a river in the dry season' },
    from('/ha/login', 'Version/18.0 Safari/605.1'),
  )
  expect(await lastMail(server)).toMatchObject({ subject: 'Your account was used on a new device' })
})

test('what is reported of a number, and what lifts the doubt, is told in the language of the profile', async () => {
  const { server } = phones
  const amina = await newPerson(server)
  await amina.call('PUT', '/api/profile', { language: 'ha' })
  await server.core.db.execute(
    sql`update users set phone = '2348031112222', phone_confirmed_at = now() where id = ${amina.userId}`,
  )
  await server.core.db.transaction((tx) => reportNumber(server.core, tx, amina.userId, 'swapped'))
  expect(await lastMail(server)).toMatchObject({ subject: ha['accountNews.mails.numberReported.subject'] })
  await server.core.db.transaction((tx) => liftDoubt(server.core, tx, amina.userId))
  expect(await lastMail(server)).toMatchObject({ subject: ha['accountNews.mails.doubtLifted.subject'] })
})
