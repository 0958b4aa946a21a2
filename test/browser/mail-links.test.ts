/** The pages behind the links in mail about a request, and what the applicant's page says about them. */
import { expect, test } from 'vitest'
import { applicant } from '../support/applicant.ts'
import { violations } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { mailTo, storeSession } from '../support/signing-in.ts'
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
