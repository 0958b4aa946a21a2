/** The same request for papers to many: what is typed for them stays until it is sent. */
import { expect, test } from 'vitest'
import { toast } from '../support/account-page.ts'
import { useBrowser } from '../support/browser.ts'
import { administratorSession, askForAid } from '../support/reviewing-page.ts'
import { dialog, select } from '../support/selected-rows.ts'
import { arrange, useSite } from '../support/site.ts'
import { storeSession, type StoredSession } from '../support/signing-in.ts'

// A text that cannot be filled in is refused on purpose, which the browser logs as an error.
const open = useBrowser([/status of 400/])
const site = useSite()
let session: StoredSession
arrange(site, async () => {
  session = await administratorSession(site.url)
  await askForAid(site.url, 'first@mail.example', { name: 'First Ade' })
  await askForAid(site.url, 'second@mail.example', { name: 'Second Ade', request: { application_type: 'food' } })
})

const TEXT = 'Dear {first_name}, please send the letter of the school.'

test('an unknown placeholder is refused in words; the text stays through that, Back, Escape and a reload, until it is sent', async () => {
  const page = await open('about:blank', { viewport: { width: 1440, height: 900 } })
  await storeSession(page, session)
  await page.goto(`${site.url}/admin/applications`)
  const text = dialog(page).getByRole('textbox')
  const start = async () => {
    await select(page, 'First Ade', 'Second Ade')
    await page.getByRole('button', { name: 'Ask for the same papers' }).click()
    await text.waitFor()
  }
  const attempt = dialog(page).getByRole('button', { name: 'Check what will change' })
  await start()
  expect(await text.inputValue()).toBe('')
  await text.fill('Dear {nickname}, the letter, please.')
  await attempt.click()
  await toast(page, 'The requests were not changed').getByText('{nickname} is no placeholder.').waitFor()
  expect(await text.inputValue()).toBe('Dear {nickname}, the letter, please.')

  await text.fill(TEXT)
  await attempt.click()
  await dialog(page).getByText('2 requests will change.').waitFor()
  await dialog(page).getByRole('button', { name: 'Back' }).click()
  expect(await text.inputValue()).toBe(TEXT)
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  await page.reload()
  await start()
  expect(await text.inputValue()).toBe(TEXT)
  expect(await page.getByText('Waiting for the applicant').count()).toBe(0)

  await attempt.click()
  await dialog(page).getByRole('button', { name: 'Change 2 requests' }).click()
  await dialog(page).waitFor({ state: 'detached' })
  await page.reload()
  await start()
  expect(await text.inputValue()).toBe('')
})
