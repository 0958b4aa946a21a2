/**
 * Mailed links, by kind. A program that opens one (a scanner, a preview) changes nothing: only a person's press does, once and in
 * time (decision 0046).
 */
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { answerAbout, newAdministrator } from '../../../test/support/administering.ts'
import { newPerson } from '../../../test/support/asking.ts'
import { ADA, useAuthServer, type AuthServer } from '../../../test/support/auth-server.ts'
import { lastMail, openLink, readLinkForm, readMails } from '../../../test/support/mails.ts'
import { hours } from '../../platform/clock.ts'
import { rows } from '../../platform/db/db.ts'
import { requestDeviceCode } from './device-codes.ts'
import { createAuth } from './auth.ts'

const byDefault = useAuthServer()
const confirming = useAuthServer({ AUTH_CONFIRM_EMAIL: 'on' })

const NEW = 'ada@new.example'

/** Everything that a mailed link could change. */
const TABLES =
  `users identities factors sessions sign_ins one_time_tokens flow_states known_devices recovery_codes profiles
  staff_invitations request_addresses request_address_tokens stopped_addresses outgoing_mail`.split(/\s+/)

async function state({ server }: AuthServer): Promise<unknown> {
  await server.idle()
  const all = TABLES.map(
    (table) => sql`(select jsonb_agg(to_jsonb(t) order by to_jsonb(t)::text) from ${sql.identifier(table)} as t)`,
  )
  return rows(server.core.db, sql`select jsonb_build_array(${sql.join(all, sql`, `)}) as all`, z.unknown())
}

interface Kind {
  readonly name: string
  readonly auth: AuthServer
  /** @returns the address in the mail */
  readonly mailed: () => Promise<string>
  readonly validFor: number
  /** For a link whose token follows after `#`: what the button of its page sends. */
  readonly press?: (token: string) => [path: string, body: object]
}

const linkTo = async ({ server }: AuthServer, recipient: string) =>
  (await readMails(server)).findLast((mail) => mail.recipient === recipient)?.link ?? ''

async function changing(auth: AuthServer, options: Parameters<AuthServer['device']>[0] = {}) {
  await auth.signedUp()
  if (auth === confirming) await openLink(auth.server, await linkTo(auth, ADA.email))
  const device = auth.device(options)
  expect((await device.signInWithPassword(ADA)).error).toBeNull()
  expect((await device.updateUser({ email: NEW })).error).toBeNull()
}

const recovering = (auth: AuthServer, options?: Parameters<AuthServer['device']>[0]) => async () => {
  await auth.signedUp()
  await auth.device(options).resetPasswordForEmail(ADA.email)
  return (await lastMail(auth.server)).link
}

async function requestMail(auth: AuthServer, purpose: 'confirm' | 'stop') {
  const amina = await newPerson(auth.server, 'amina', { proven: false })
  await amina.ask()
  const mail = (await readMails(auth.server)).find(({ text }) => text.includes('/email/stop#'))
  return new RegExp(`https?://\\S+/email/${purpose}#\\w+`).exec(mail?.text ?? '')?.[0] ?? ''
}

async function invitation(auth: AuthServer) {
  const [halima, bola] = [await newAdministrator(auth.server), await newAdministrator(auth.server, 'bola')]
  const asked = { email: NEW, roles: ['reviewer'], reason: 'She joins.' }
  const { body } = await halima.call('POST', '/api/admin/invitations', asked)
  await answerAbout(auth.server, bola, String(body['id']))
  return linkTo(auth, NEW)
}

const KINDS: readonly Kind[] = [
  { name: 'recovery', auth: byDefault, mailed: recovering(byDefault), validFor: hours(1) },
  {
    name: 'recovery by PKCE',
    auth: byDefault,
    mailed: recovering(byDefault, { flowType: 'pkce' }),
    validFor: hours(1),
  },
  {
    name: 'sign-up',
    auth: confirming,
    validFor: hours(24),
    async mailed() {
      await confirming.device().signUp(ADA)
      return linkTo(confirming, ADA.email)
    },
  },
  {
    name: 'sign-up by PKCE',
    auth: confirming,
    validFor: hours(24),
    async mailed() {
      await confirming.device({ flowType: 'pkce' }).signUp(ADA)
      return linkTo(confirming, ADA.email)
    },
  },
  {
    name: 'change of address, to the new one',
    auth: byDefault,
    validFor: hours(1),
    async mailed() {
      await changing(byDefault)
      return linkTo(byDefault, NEW)
    },
  },
  {
    name: 'change of address, to the current one',
    auth: confirming,
    validFor: hours(1),
    async mailed() {
      await changing(confirming)
      return linkTo(confirming, ADA.email)
    },
  },
  {
    name: 'undoing a change of address',
    auth: byDefault,
    validFor: hours(7 * 24),
    async mailed() {
      await changing(byDefault)
      await openLink(byDefault.server, await linkTo(byDefault, NEW))
      return linkTo(byDefault, ADA.email)
    },
  },
  {
    name: 'device',
    auth: byDefault,
    validFor: hours(1),
    async mailed() {
      await byDefault.signedUp()
      requestDeviceCode(
        createAuth(byDefault.server.core, () => []),
        ADA.email,
        null,
      )
      return linkTo(byDefault, ADA.email)
    },
  },
  {
    name: 'confirming the address of a request',
    auth: byDefault,
    mailed: () => requestMail(byDefault, 'confirm'),
    validFor: hours(90 * 24),
    press: (token) => ['/api/request-mail/confirmations', { token }],
  },
  {
    name: 'stopping mail',
    auth: byDefault,
    mailed: () => requestMail(byDefault, 'stop'),
    validFor: hours(90 * 24),
    press: (token) => ['/api/request-mail/stops', { token }],
  },
  {
    name: 'invitation',
    auth: byDefault,
    mailed: () => invitation(byDefault),
    validFor: hours(72),
    press: (token) => ['/api/invitations/acceptance', { token, full_name: 'Ada', password: 'a long wet Tuesday' }],
  },
]

/** Opens every address in a mail and follows redirects, as scanners do. */
async function scan({ server }: AuthServer, link: string): Promise<void> {
  for (const method of ['HEAD', 'GET']) {
    const answer = await server.app.request(link, { method })
    // The pages of tokens that follow after `#` are built, and not served here.
    expect(answer.status).toBe(link.includes('#') ? 404 : 200)
    const found = (await answer.text()).matchAll(/(?:href|src|action)="([^"]+)"/g)
    for (const [, next = ''] of found) expect((await server.app.request(next, { method })).status).toBe(404)
  }
}

async function pressed({ auth: { server }, press }: Kind, link: string): Promise<boolean> {
  if (!press) return !('error_code' in (await openLink(server, link)).fragment)
  const [path, body] = press(new URL(link).hash.slice(1))
  return (await server.call('POST', path, body)).status < 300
}

const saysOver = async ({ auth, press }: Kind, link: string) =>
  press ? 'on its page' : /used or has expired/.test(await (await auth.server.app.request(link)).text())

describe.each(KINDS)('$name', (kind) => {
  const { auth, mailed, validFor } = kind
  const isOver = kind.press ? 'on its page' : true

  test('opened by a program changes nothing and opens nothing, however often', async () => {
    const link = await mailed()
    expect(link).toMatch(/^http/)
    const before = await state(auth)
    await scan(auth, link)
    await scan(auth, link)
    expect(await state(auth)).toEqual(before)
    expect(await saysOver(kind, link)).toBe(kind.press ? 'on its page' : false)
    expect(await pressed(kind, link)).toBe(true)
    expect(await state(auth)).not.toEqual(before)
  })

  test('pressed twice works once, and says so before the second press', async () => {
    const link = await mailed()
    expect(await pressed(kind, link)).toBe(true)
    const after = await state(auth)
    expect(await saysOver(kind, link)).toBe(isOver)
    expect(await pressed(kind, link)).toBe(false)
    expect(await state(auth)).toEqual(after)
  })

  test('pressed when it has expired changes nothing, and says so before', async () => {
    const link = await mailed()
    auth.server.clock.advance(validFor)
    const before = await state(auth)
    expect(await saysOver(kind, link)).toBe(isOver)
    expect(await pressed(kind, link)).toBe(false)
    expect(await state(auth)).toEqual(before)
  })
})

describe('the page of a mailed link', () => {
  test('is for nobody else: not cached, not indexed, and sends no referrer', async () => {
    const { headers } = await byDefault.server.app.request(await recovering(byDefault)())
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(headers.get('set-cookie')).toBeNull()
  })

  test('runs no script, and its form leads here and to the allowed pages alone', async () => {
    const link = await recovering(byDefault)()
    const page = await byDefault.server.app.request(link)
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).not.toContain('script-src')
    expect(policy).toContain(`form-action 'self' ${byDefault.server.core.env.publicUrl}`)
    const { action, fields } = await readLinkForm(page)
    expect(action).toBe('/auth/v1/verify/link')
    expect(fields.get('redirect_to')).toBe(byDefault.server.core.env.publicUrl)
  })

  test('shows what a link holds as text', async () => {
    const query = new URLSearchParams({ type: '"><script>alert(1)</script>', token: '"><b>%LINK_REDIRECT%' })
    const page = await byDefault.server.app.request(`/auth/v1/verify?${query}`)
    expect(await page.text()).not.toMatch(/<script|<b>/)
  })
})
