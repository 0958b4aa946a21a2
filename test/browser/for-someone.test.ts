/** Someone asks for a neighbour on a small phone, gives them the number, and sees the state alone. */
import { expect, test } from 'vitest'
import { violationsInEachTheme } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { administratorSession } from '../support/reviewing-page.ts'
import { signUp, storeSession } from '../support/signing-in.ts'
import { useSite } from '../support/site.ts'
import { forSomeone as words } from '#words/aid/for-someone.ts'

const open = useBrowser()
const site = useSite()

test('what is missing is named, nothing typed is lost by a reload, and one press sends it', async () => {
  const page = await open('about:blank', { viewport: { width: 360, height: 740 } })
  await storeSession(page, await signUp(site.url, 'bala@mail.example'))
  await page.goto(`${site.url}/aid/for-someone`)
  const send = page.getByRole('button', { name: words.send })
  await page.getByLabel(words.fullName).fill('Ladi Bello')
  await send.click()
  await page.getByText(words.consentMissing).first().waitFor()
  expect(await violationsInEachTheme(page)).toEqual([])
  await page.getByLabel(words.phone).fill('0803 111 2222')
  await page.getByLabel(words.address).fill('Behind the old market, Kano')
  await page.getByLabel(words.relation).selectOption('neighbour')
  await page.getByLabel('Aid type').selectOption('medical_fee')
  await page.getByLabel('Description').fill('A fall. The hospital asks for 40,000 naira.')
  await page.reload()
  await expect.poll(() => page.getByLabel(words.fullName).inputValue()).toBe('Ladi Bello')
  expect(await page.getByLabel(words.relation).inputValue()).toBe('neighbour')
  expect(await page.getByLabel(words.consent).isChecked()).toBe(false)
  await page.getByLabel(words.consent).check()
  await send.click()
  await page.getByRole('heading', { name: words.sentTitle }).waitFor()
  const number = page.getByText(/^T-\d{5}-\d{4}-\d$/)
  await expect
    .poll(() => number.evaluate((each) => each.getBoundingClientRect().bottom <= window.innerHeight))
    .toBe(true)
  expect(await violationsInEachTheme(page)).toEqual([])
  await page.getByRole('button', { name: words.another }).click()
  const list = page.getByRole('heading', { name: words.listTitle }).locator('..')
  await list.getByText('Ladi Bello').waitFor()
  expect(await list.innerText()).not.toMatch(/fall|hospital|0803/)
})

test('staff are led to their desk before they type anything', async () => {
  const page = await open('about:blank', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' })
  await storeSession(page, await administratorSession(site.url))
  await page.goto(`${site.url}/aid/for-someone`)
  await page.getByText(words.staffTitle).waitFor()
  expect(await page.getByRole('button', { name: words.send }).count()).toBe(0)
  expect(await page.getByRole('link', { name: words.staffLink }).getAttribute('href')).toBe('/admin/applications/new')
})
