/** The contact form as a browser posts it without the page's script. The built pages are in test/browser/contact.test.ts. */
import { expect, test } from 'vitest'
import { CONTACT_CHARACTERS_MAX } from '../../../contract/office/contact-lengths.ts'
import { MESSAGE_REASON } from '../../../contract/office/contact-pages.ts'
import { useServer } from '../../../test/support/own-server.ts'
import type { TestServer } from '../../../test/support/server.ts'
import { contactForm } from './form.ts'
import { contactMessages } from './schema.ts'

let server: TestServer
useServer((emptied) => {
  server = emptied
  return Promise.resolve()
})
const page = (text: string) => ({ html: text, policy: () => '' })
const WORDS = { first_name: 'Amina', last_name: 'Yusuf', email: 'amina@mail.example', subject: 'My slip' }

async function post(message: string) {
  const form = contactForm(server.core, { sent: page('sent'), notSent: page(`refused ${MESSAGE_REASON}`) })
  // Browsers send each line break as two characters.
  const body = new URLSearchParams({ ...WORDS, message: message.replaceAll('\n', '\r\n') }).toString()
  const answer = await form.request('/contact', { method: 'POST', body })
  return { status: answer.status, text: await answer.text() }
}
const messages = async () => (await server.core.db.select().from(contactMessages)).map(({ message }) => message)

test('a line break counts as one character, and the same text twice on one day is one message', async () => {
  const longest = 'a\n'.repeat(CONTACT_CHARACTERS_MAX.message / 2 - 1) + 'ab'
  expect(await post(longest)).toEqual({ status: 200, text: 'sent' })
  expect(await post(longest)).toEqual({ status: 200, text: 'sent' })
  expect(await messages()).toEqual([longest])
})

test('what is too long is refused by name, and nothing is stored', async () => {
  const { status, text } = await post('a'.repeat(CONTACT_CHARACTERS_MAX.message + 1))
  expect([status, text]).toEqual([400, 'refused Message: Enter at most 5000 characters.'])
  expect(await messages()).toEqual([])
})
