/** The form without script in other languages: the same refusals and requests as in English, in words of its own. */
import { expect, test } from 'vitest'
import ha from '../../../contract/languages/ha.json' with { type: 'json' }
import pcm from '../../../contract/languages/pcm.json' with { type: 'json' }
import { PHONE, usePhoneServer } from '../../../test/support/phones.ts'
import { plainLetters } from '../../platform/sms/plain-letters.ts'
import { aidApplications } from '../requests/schema.ts'

const auth = usePhoneServer({ LANGUAGES_DRAFTS: 'on' })
const FIELDS = {
  name: 'Amina Yusuf',
  phone: '0803 123 4567',
  place: '12 Zoo Road, Kano',
  kind: 'food',
  amount: '25,000',
}
const NOTHING = { name: '', phone: '1', place: '', kind: '', amount: 'x' }

async function answerOf(path: string, body?: FormData | URLSearchParams, headers = {}) {
  const answer = await auth.server.app.request(path, body ? { method: 'POST', body, headers } : {})
  return { status: answer.status, text: await answer.text() }
}

const tokenIn = (page: string) => /name="form" value="(?<token>[^"]+)"/.exec(page)?.groups?.['token'] ?? ''
const opened = async (at: string) => tokenIn((await answerOf(at)).text)

function post(at: string, form: string, fields: Partial<typeof FIELDS> = {}, headers = {}) {
  const body = new FormData()
  for (const [name, value] of Object.entries({ ...FIELDS, ...fields, form })) body.set(name, value)
  return answerOf(`${at}/request`, body, headers)
}

test.each([
  ['ha', ha],
  ['pcm', pcm],
])('in %s', async (tag, says) => {
  const at = `/${tag}/aid/plain`
  const inBoth = async (ask: (own: string) => ReturnType<typeof answerOf>) => {
    const [english, own] = [await ask('/aid/plain'), await ask(at)]
    expect(own.status).toBe(english.status)
    expect(own.text).toContain(`<html lang="${tag}">`)
    expect(Buffer.byteLength(own.text)).toBeLessThanOrEqual(10_000)
    return own.text
  }
  const marked = await inBoth(async (own) => post(own, await opened(own), NOTHING))
  for (const each of ['name', 'phone', 'place', 'kind', 'amount'] as const)
    expect(marked).toContain(says[`plain.faults.${each}`])
  expect(await inBoth((own) => post(own, ''))).toContain(says['plain.refusals.foreign_form'])
  const elsewhere = { origin: 'https://evil.example' }
  expect(await inBoth(async (own) => post(own, await opened(own), {}, elsewhere))).toContain(
    says['plain.refusals.foreign_form'],
  )
  // An English sentence of another part is marked, so that it is read out well.
  expect(await inBoth(async (own) => post(own, await opened(own), { amount: '99999999999' }))).toMatch(
    /<p class="bad" id="amount-fault"\s+lang="en"\s*>/,
  )
  const requests = () => auth.server.core.db.$count(aidApplications)
  const form = await opened(at)
  expect((await post(at, form)).text).toContain(says['plain.notSent'])
  const code = await auth.lastCode(PHONE)
  const [, rest = '?'] = says['accountNews.texts.signIn'].split('{1}')
  expect((await auth.texts()).at(-1)).toContain(plainLetters(rest))
  const type = (typed: string) => answerOf(`${at}/code`, new URLSearchParams({ form, code: typed }))
  const wrong = await type(code === '000000' ? '111111' : '000000')
  expect([wrong.status, wrong.text.includes(says['plain.refusals.wrong_code']), await requests()]).toEqual([
    422,
    true,
    0,
  ])
  const sent = await type(code)
  expect([sent.status, /T-\d{5}-\d{4}-\d/.test(sent.text), await requests()]).toEqual([200, true, 1])
  expect(await auth.server.core.db.select({ language: aidApplications.language }).from(aidApplications)).toEqual([
    { language: tag },
  ])
})
