/** Mails on a phone, the pages behind the links in mail about a request, and what the applicant's page says about them. */
import { expect, test } from 'vitest'
import { applicant } from '../support/applicant.ts'
import { violations } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { mailTo, signUp, storeSession } from '../support/signing-in.ts'
import { useSite } from '../support/site.ts'

// The link that was used already.
const open = useBrowser([/status of 404/])
const site = useSite()

test('the reader of a mail about a request can stop all mail and undo that, and the applicant learns of it', async () => {
  const amina = await applicant(site, 'amina@mail.example')
  await amina.ask()
  const mail = await mailTo(site.dataDir, 'amina@mail.example', /email\/stop/)
  const stopping = /\S+\/email\/stop#\w+/.exec(mail)?.[0] ?? ''
  const confirming = /\S+\/email\/confirm#\w+/.exec(mail)?.[0] ?? ''

  const reader = await open(stopping)
  await reader.getByRole('heading', { name: 'Was this not you?' }).waitFor()
  expect(await violations(reader)).toEqual([])
  await reader.getByRole('button', { name: 'It was not me. Stop all email' }).click()
  await reader.getByRole('heading', { name: 'All email to this address has stopped' }).waitFor()

  const page = await open('about:blank')
  await storeSession(page, amina.session)
  await page.goto(`${site.url}/beneficiary/dashboard`)
  const banner = page.getByText('Our email does not reach you', { exact: true })
  await banner.waitFor()
  expect(await violations(page)).toEqual([])

  await reader.goto(confirming)
  await reader.getByRole('button', { name: 'Yes, this is my address' }).click()
  await reader.getByRole('heading', { name: 'Your address is confirmed' }).waitFor()
  await page.reload()
  await page.getByRole('article').waitFor()
  expect(await banner.count()).toBe(0)

  const late = await open(confirming)
  await late.getByRole('button', { name: 'Yes, this is my address' }).click()
  await late.getByText('This did not work').waitFor()
  expect(await violations(late)).toEqual([])
})

test('a mail that names a long address stays within a phone', async () => {
  const session = await signUp(site.url, 'binta@mail.example')
  const email = `${'muhammadabdullahi'.repeat(3)}@mail.example`
  await fetch(`${site.url}/auth/v1/user`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${session.access_token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email }),
  })
  const mail = await mailTo(site.dataDir, 'binta@mail.example', new RegExp(email))
  const page = await open('about:blank', { viewport: { width: 360, height: 740 } })
  await page.setContent(mail.slice(mail.indexOf('<!doctype html>')))
  await page.getByText(email).first().waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})
