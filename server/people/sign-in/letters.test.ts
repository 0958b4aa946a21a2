import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADA, useAuthServer } from '../../../test/support/auth-server.ts'
import { freePort } from '../../../test/support/free-port.ts'
import { startMailServer, type MailServer } from '../../../test/support/mail-server.ts'
import { lastMail, openLink } from '../../../test/support/mails.ts'
import { testServer, type TestServer } from '../../../test/support/server.ts'

const NAME = 'Ada\r\nBcc: thief@mail.example\r\n\r\n<a href="https://evil.example">Win a phone</a>'

let mailServer: MailServer
let server: TestServer
beforeAll(async () => {
  const port = await freePort()
  mailServer = await startMailServer(port)
  server = await testServer({
    AUTH_CONFIRM_EMAIL: 'on',
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'Taimako <letters@taimako.example>',
  })
})
afterAll(async () => {
  await server.close()
  await mailServer.close()
})

/** The decoded parts of a message. */
function partsOf(message: string) {
  const [, boundary = ''] = /boundary="?([^"\r\n;]+)/.exec(message) ?? []
  return message.split(`--${boundary}`).flatMap((part) => {
    const [head = '', ...body] = part.split('\r\n\r\n')
    const type = /^content-type: ([\w/]+)/im.exec(head)?.[1]
    const text = body.join('\r\n\r\n')
    if (type === undefined || type.startsWith('multipart')) return []
    const plain = /quoted-printable/i.test(head)
      ? text
          .replaceAll('=\r\n', '')
          .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
      : text
    return [{ type, text: plain.replaceAll('\r\n', '\n') }]
  })
}

test('a mail comes from our sender, as text and HTML, with one link, and contains no text of the requester', async () => {
  await server.call('POST', '/auth/v1/signup', { ...ADA, data: { full_name: NAME } })
  const { link, code } = await lastMail(server)
  await server.runJobs(/^mail\./)
  await server.idle()
  expect(mailServer.received).toHaveLength(1)
  const [{ from, to, message } = { from: '', to: [], message: '' }] = mailServer.received
  expect([from, to]).toEqual(['letters@taimako.example', [ADA.email]])
  const head = message.split('\r\n\r\n')[0] ?? ''
  expect(head).toMatch(/^From: Taimako <letters@taimako\.example>\r$/m)
  expect(head).toMatch(/^Subject: Confirm your email address\r$/m)
  expect(head).not.toMatch(/^bcc:/im)
  const [text, html, ...more] = partsOf(message)
  expect(more).toEqual([])
  expect([text?.type, html?.type]).toEqual(['text/plain', 'text/html'])
  expect(text?.text.split('\n')).toContain(link)
  expect(text?.text.split('\n')).toContain(code)
  expect(html?.text).toContain(`href="${link.replaceAll('&', '&amp;')}"`)
  expect(html?.text).toContain(code)
  expect(html?.text).not.toMatch(/<img|<script|<link|url\(/i)
  expect(html?.text.match(/href=/g)).toHaveLength(1)
  for (const part of [text?.text, html?.text]) expect(part).not.toMatch(/thief|evil|Win a phone/)
  expect((await openLink(server, link)).fragment).toMatchObject({ type: 'signup' })
})

const auth = useAuthServer()

test('an address that looks like HTML is escaped', async () => {
  const device = await auth.signedUp()
  const odd = "o'brien+x@mail.example"
  const { error } = await device.updateUser({ email: odd })
  expect(error).toBeNull()
  const { text, html } = await lastMail(auth.server)
  expect(text).toContain(odd)
  expect(html).toContain('o&#39;brien+x@mail.example')
})
