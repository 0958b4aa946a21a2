/** Signing up with a known address, if addresses must be confirmed, reveals nothing and takes nothing from its owner. */
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ADA, useAuthServer } from '../../../test/support/auth-server.ts'
import { lastMail, openLink, readMails } from '../../../test/support/mails.ts'
import { minutes, seconds } from '../../platform/clock.ts'
import { rows } from '../../platform/db/db.ts'

const auth = useAuthServer({ AUTH_CONFIRM_EMAIL: 'on' })

const signUp = (body: object) => auth.server.call('POST', '/auth/v1/signup', body)
const tokenOf = (link: string) => new URL(link).searchParams.get('token') ?? ''

/** A device whose user has confirmed the address. */
async function confirmed() {
  const device = auth.device()
  await device.signUp(ADA)
  const { code } = await lastMail(auth.server)
  const { error } = await device.verifyOtp({ email: ADA.email, token: code, type: 'signup' })
  if (error) throw error
  return device
}

describe('a known address', () => {
  const MALLORY = { email: ADA.email, password: 'another password', data: { full_name: 'Mallory', team: 'thieves' } }

  /** Replaces what is random, or the moment. */
  const comparable = ({ status, body }: Awaited<ReturnType<typeof signUp>>) => {
    const id = String(body['id'])
    const text = JSON.stringify(body).replaceAll(id, 'ID').replaceAll(ADA.email, 'ADDRESS')
    return { status, text: text.replace(/"identity_id":"[^"]+"/, '').replaceAll(/"\d{4}-[^"]+Z"/g, '"MOMENT"') }
  }

  test('gets the same answer whether it is new, waits for its confirmation, or is confirmed', async () => {
    const isNew = await signUp({ ...ADA, data: { full_name: 'Ada Obi' } })
    expect(isNew).toMatchObject({ status: 200, body: { role: 'authenticated', identities: [{ provider: 'email' }] } })
    const waits = await signUp({ ...MALLORY, data: { full_name: 'Ada Obi' } })
    expect(comparable(waits)).toEqual(comparable(isNew))
    expect(waits.body['id']).not.toBe(isNew.body['id'])
    auth.server.clock.advance(minutes(1))
    const device = await confirmed()
    const isConfirmed = await signUp({ ...MALLORY, data: { full_name: 'Ada Obi' } })
    expect(comparable(isConfirmed)).toEqual(comparable(isNew))
    expect(isConfirmed.body['id']).not.toBe((await device.getUser()).data.user?.id)
  })

  test('gets the same answer while its account can undo a change of address, and its owner reads how', async () => {
    const isNew = await signUp({ ...ADA, email: 'bello@mail.example', data: { full_name: 'Ada Obi' } })
    const device = await confirmed()
    auth.server.clock.advance(minutes(1))
    await device.updateUser({ email: 'obi@mail.example' })
    const mails = await readMails(auth.server)
    for (const { link } of mails.filter(({ subject }) => /^Confirm (your new|the change)/.test(subject)))
      await openLink(auth.server, link)
    const undo = await lastMail(auth.server)
    expect(undo.subject).toBe('Your email address was changed')
    auth.server.clock.advance(minutes(1))
    const answers = [await signUp({ ...MALLORY, data: { full_name: 'Ada Obi' } })]
    answers.push(await signUp({ ...MALLORY, data: { full_name: 'Ada Obi' } }))
    const expected = comparable(isNew).text.replaceAll('bello@mail.example', 'ADDRESS')
    expect(answers.map((answer) => comparable(answer).text)).toEqual([expected, expected])
    const told = (await readMails(auth.server)).slice(mails.length + 1)
    expect(told).toMatchObject([{ recipient: ADA.email, subject: 'This email address is reserved' }])
    expect(await auth.server.core.db.$count(sql`users`)).toBe(2)
    expect((await openLink(auth.server, undo.link)).fragment).toHaveProperty('message')
    expect((await device.getUser()).error?.name).toBe('AuthSessionMissingError')
  })

  test('and unconfirmed gets another mail after a minute', async () => {
    await signUp(ADA)
    await signUp(ADA)
    expect(await readMails(auth.server)).toHaveLength(1)
    auth.server.clock.advance(seconds(60))
    await signUp(ADA)
    expect(await readMails(auth.server)).toHaveLength(2)
    await auth.device().verifyOtp({ token_hash: tokenOf((await lastMail(auth.server)).link), type: 'signup' })
    expect((await auth.device().signInWithPassword(ADA)).error).toBeNull()
  })

  test.each([
    ['a stranger first', MALLORY, ADA],
    ['its owner first', ADA, MALLORY],
  ])('signed up for by %s accepts neither password, and its owner chooses one', async (_who, first, second) => {
    await signUp(first)
    await signUp(second)
    const owner = auth.device()
    const { code } = await lastMail(auth.server)
    const { data } = await owner.verifyOtp({ email: ADA.email, token: code, type: 'signup' })
    for (const { email, password } of [ADA, MALLORY])
      expect((await auth.device().signInWithPassword({ email, password })).error?.code).toBe('invalid_credentials')
    expect(data.user?.app_metadata['password_change_required']).toBe(true)
    expect(JSON.stringify(data.user)).not.toMatch(/Mallory|thieves/)
    const profile = await rows(auth.server.core.db, sql`select full_name from profiles`, z.unknown())
    expect(profile).toEqual([{ full_name: '' }])
    // Accepts one of the two, if the owner likes.
    expect((await owner.updateUser({ password: ADA.password })).error).toBeNull()
    expect((await auth.device().signInWithPassword(ADA)).error).toBeNull()
    expect((await auth.device().signInWithPassword(MALLORY)).error?.code).toBe('invalid_credentials')
  })

  test('and confirmed keeps its password and metadata, and its owner is told at most once a minute', async () => {
    const device = await confirmed()
    const { data: before } = await device.getUser()
    auth.server.clock.advance(minutes(1))
    const mails = (await readMails(auth.server)).length
    await signUp(MALLORY)
    await signUp(MALLORY)
    expect(await readMails(auth.server)).toHaveLength(mails + 1)
    expect(await lastMail(auth.server)).toMatchObject({ recipient: ADA.email, subject: 'You already have an account' })
    const { data: after } = await device.getUser()
    expect(after.user).toEqual({ ...before.user, confirmation_sent_at: expect.any(String) })
    expect((await auth.device().signInWithPassword(ADA)).error).toBeNull()
    expect(await auth.server.core.db.$count(sql`users`)).toBe(1)
  })

  test('of a banned account gets the same answer, and no mail', async () => {
    const isNew = await signUp({ ...ADA, email: 'bello@mail.example' })
    await confirmed()
    auth.server.clock.advance(minutes(1))
    const mails = (await readMails(auth.server)).length
    await auth.server.core.db.execute(sql`update users set banned_until = '2099-01-01'`)
    expect((await signUp(ADA)).status).toBe(isNew.status)
    expect(await readMails(auth.server)).toHaveLength(mails)
  })

  test('registered twice at once makes one account and one mail, and the password works', async () => {
    const answers = await Promise.all([signUp(ADA), signUp(ADA)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await readMails(auth.server)).toHaveLength(1)
    await auth.device().verifyOtp({ token_hash: tokenOf((await lastMail(auth.server)).link), type: 'signup' })
    expect((await auth.device().signInWithPassword(ADA)).error).toBeNull()
  })
})
