/** Mails about an account are in the language that its person chose, else in that of the page that asks. */
import { sql } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import en from '../../../contract/languages/en.json' with { type: 'json' }
import ha from '../../../contract/languages/ha.json' with { type: 'json' }
import pcm from '../../../contract/languages/pcm.json' with { type: 'json' }
import { LANGUAGE_TAGS } from '../../../contract/platform/language-tags.ts'
import { ACCOUNT_MAILS } from '../../../test/support/account-mails.ts'
import { newPerson, PASSWORD } from '../../../test/support/asking.ts'
import { lastMail, openLink, readMails } from '../../../test/support/mails.ts'
import { usePhoneServer } from '../../../test/support/phones.ts'
import { createAuth } from './auth.ts'
import { requestDeviceCode } from './device-codes.ts'
import type { Answer } from '../../../test/support/server.ts'
import { momentIn } from '../../platform/languages.ts'
import { composeMail } from '../../platform/mail/compose.ts'
import { accountWords } from './account-texts.ts'
import { accountLetter, type AccountMail } from './letters.ts'
import { liftDoubt, reportNumber } from './number-doubt.ts'

const phones = usePhoneServer({ LANGUAGES_DRAFTS: 'on', RATE_LIMITS: 'off' })

test('each mail of the catalogues is tried', () => {
  const tried = new Set(ACCOUNT_MAILS.map(([says]) => says))
  expect([...tried].toSorted()).toEqual(Object.keys(accountWords(null).mails).toSorted())
})

describe.each(LANGUAGE_TAGS)('in %s', (tag) => {
  const mails = ACCOUNT_MAILS.map(([says, facts]) => ({ says, facts }))
  test.each(mails)('the mail $says says all of it, and nothing in English', async ({ says, facts }) => {
    const { core } = phones.server
    const english = accountLetter(core, says, accountWords(null), facts)
    const own = accountLetter(core, says, accountWords(tag), facts)
    const said = ({ subject, paragraphs, button, closing }: typeof own) => [
      subject,
      ...paragraphs,
      button?.text,
      ...closing,
    ]
    expect(said(own).length).toBe(said(english).length)
    expect(said(own).filter((each) => each !== undefined && said(english).includes(each))).toEqual([])
    const mail = await composeMail(core, 'amina@mail.example', own)
    const inEnglish = await composeMail(core, 'amina@mail.example', english)
    expect(mail.html).toContain(`<html lang="${tag}">`)
    expect(`${mail.subject} ${mail.text}`).not.toMatch(/\{\w+\}/)
    const when = momentIn(tag, core.clock.now())
    expect(when).not.toBe(momentIn(null, core.clock.now()))
    expect(mail.text.includes(when)).toBe(inEnglish.text.includes(momentIn(null, core.clock.now())))
    const addresses = (text: string) =>
      text.match(/https?:\S+|\S+@\S+\b/g)?.map((link) => link.replace(`/${tag}/`, '/'))
    expect(addresses(mail.text)).toEqual(addresses(inEnglish.text))
    expect(mail.text.match(/^\d{6}$/gm)).toEqual(inEnglish.text.match(/^\d{6}$/gm))
  })
})

test('a new device and a new password are told in the language of the profile, whatever page a thief uses', async () => {
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
  expect(await lastMail(server)).toMatchObject({ subject: en['accountNews.mails.newDevice.subject'] })
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

const Enrolled = z.object({ id: z.string(), totp: z.object({ secret: z.string() }) })

test('a code is told in the language of the page; second steps, another address and the end of an account in that of the profile', async () => {
  const { server } = phones
  const amina = await newPerson(server)
  const inHausa = { referer: `${server.core.env.publicUrl}/ha/login` }
  const toldIn = async (catalogue: typeof en, mail: AccountMail, asked: Promise<Answer>) => {
    expect((await asked).body).not.toHaveProperty('code')
    const subjects = (await readMails(server)).map(({ subject }) => subject)
    expect(subjects).toContain(catalogue[`accountNews.mails.${mail}.subject` as const].replace('{left}', '9'))
    return asked
  }
  await toldIn(ha, 'reauthentication', amina.call('GET', '/auth/v1/reauthenticate', undefined, inHausa))
  const enrolling = await amina.call('POST', '/auth/v1/factors', { factor_type: 'totp', friendly_name: 'Phone' })
  const { id, totp } = Enrolled.parse(enrolling.body)
  const { body: challenge } = await amina.call('POST', `/auth/v1/factors/${id}/challenge`, {})
  const code = new TOTP({ secret: totp.secret }).generate({ timestamp: server.clock.now().getTime() })
  const verified = { challenge_id: challenge['id'], code }
  await toldIn(en, 'factorAdded', amina.call('POST', `/auth/v1/factors/${id}/verify`, verified, inHausa))
  const made = await toldIn(
    en,
    'recoveryCodesMade',
    amina.call('POST', '/api/account/recovery-codes', undefined, inHausa),
  )
  const [recovery] = z.array(z.string()).parse(made.body['codes'])
  await toldIn(
    en,
    'recoveryCodeUsed',
    amina.call('POST', '/api/account/second-step-recovery', { code: recovery }, inHausa),
  )

  await amina.call('PUT', '/api/profile', { language: 'pcm' })
  await toldIn(pcm, 'factorRemoved', amina.call('DELETE', `/auth/v1/factors/${id}`, undefined, inHausa))
  await toldIn(pcm, 'addressChangeRequested', amina.call('PUT', '/auth/v1/user', { email: 'new@mail.example' }))
  const toNew = await lastMailTo('new@mail.example')
  expect(toNew.subject).toBe(pcm['accountNews.mails.newAddress.subject'])
  await openLink(server, toNew.link)
  const toOld = await lastMailTo(amina.email)
  expect(toOld).toMatchObject({ subject: pcm['accountNews.mails.addressChanged.subject'] })
  expect(toOld.text).toContain('new@mail.example')
  // Until then the account stays (decision 0099).
  await server.core.db.execute(sql`delete from one_time_tokens where purpose = 'email_change_undo'`)
  // Closing the account erases the profile before it mails.
  await toldIn(pcm, 'accountClosed', amina.call('POST', '/api/account/closure', { password: PASSWORD }))
})

const lastMailTo = async (address: string) => {
  const mail = (await readMails(phones.server)).findLast(({ recipient }) => recipient === address)
  if (!mail) throw new Error(`no mail to ${address}`)
  return mail
}

test('an address that another may still take, and an unknown device among many guesses, are told of in the language of the page', async () => {
  const { server } = phones
  const amina = await newPerson(server, 'amina', { proven: false })
  const inHausa = { referer: `${server.core.env.publicUrl}/ha/login` }
  await amina.call('POST', '/api/account/address-proof', undefined, inHausa)
  expect(await lastMail(server)).toMatchObject({ subject: ha['accountNews.mails.addressProof.subject'] })
  requestDeviceCode(
    createAuth(server.core, () => []),
    amina.email,
    'ha',
  )
  const guessed = await lastMail(server)
  expect(guessed.subject).toBe(ha['accountNews.mails.deviceCode.subject'])
  expect(new URL(guessed.link).searchParams.get('redirect_to')).toBe(`${server.core.env.publicUrl}/ha/login`)
})
