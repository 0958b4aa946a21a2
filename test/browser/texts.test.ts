/** Texts of an organisation: what is published stands on the page, is loaded with it from another page, and runs nothing. */
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { toast } from '../support/account-page.ts'
import { violationsInEachTheme } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { sitePayouts, type SitePayouts } from '../support/paying-out-site.ts'
import { routeOnce } from '../support/routing.ts'
import { storeSession } from '../support/signing-in.ts'
import { useSite } from '../support/site.ts'

const PATH = '/api/admin/organisation'
const open = useBrowser([/status of 40[09]/])
const site = useSite()
let sessions: SitePayouts['sessions']
beforeAll(async () => {
  ;({ sessions } = await sitePayouts(site))
})
const View = z.looseObject({
  draft: z.looseObject({ revision: z.number(), content: z.looseObject({ texts: z.looseObject({}) }) }),
})
const text = async (address: string) => (await fetch(site.url + address)).text()

test('a question is public within seconds, in its language, with its formatting and no tag of its writer', async () => {
  const call = async (method: string, path: string, body?: object) => {
    const headers = { Authorization: `Bearer ${sessions[0].access_token}`, 'Content-Type': 'application/json' }
    const answer = await fetch(site.url + PATH + path, { method, headers, body: body ? JSON.stringify(body) : null })
    expect(answer.status).toBe(200)
    return answer.json()
  }
  const { draft } = View.parse(await call('GET', ''))
  const answer = 'Ask **Hadiza**.\n\n<img src=x onerror="document.title=1">\n\n- [Write](/contact)'
  const faq = { language: 'ha', questions: [{ topic: 'Us', question: 'Who decides?', answer }] }
  const texts = { ...draft.content.texts, faq }
  const saved = View.parse(
    await call('PUT', '/draft', { revision: draft.revision, content: { ...draft.content, texts } }),
  )
  const page = await open(site.url)
  const made = await page.request.post(`${site.url}${PATH}/preview`, {
    headers: { Authorization: `Bearer ${sessions[0].access_token}` },
  })
  const { address } = z.object({ address: z.string() }).parse(await made.json())
  await page.goto(site.url + address)
  await page.goto(`${site.url}/faq`)
  await page.getByText('Who decides?').waitFor()
  expect(await text('/faq')).not.toContain('Who decides?')
  await page.goto(`${site.url}/preview/end`)

  await call('POST', '/publish', { revision: saved.draft.revision, reason: 'Our own answers.' })
  await expect.poll(() => text('/faq')).toContain('<p>Ask <strong>Hadiza</strong>.</p>')
  await page.goto(site.url)
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Questions and answers' }).click()
  await page.getByText('Who decides?').click()
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  const shown = page.locator('.formatted')
  expect(await shown.innerHTML()).toMatch(/^<p>Ask <strong>Hadiza<\/strong>\.<\/p><p>&lt;img .*<a href="\/contact"/)
  expect(await shown.locator('img').count()).toBe(0)
  expect(await page.locator('[lang=ha]').count()).toBe(1)
})

async function openTexts() {
  const page = await open('about:blank', { viewport: { width: 360, height: 740 } })
  await storeSession(page, sessions[0])
  await page.goto(`${site.url}/admin/settings/organisation`)
  return page
}

test('what was saved stays on the page, also where an earlier look at the draft is answered later', async () => {
  const page = await openTexts()
  const sheet = page.getByRole('dialog')
  const save = () => sheet.getByRole('button', { name: 'Save in the draft' }).click()
  await page.getByText('Thanks', { exact: true }).click()
  await page.getByRole('button', { name: 'Edit Thanks' }).click()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await routeOnce(page, `**${PATH}`, async (route) => {
    const response = await route.fetch()
    await released
    // Canceled, it has no one to answer.
    await route.fulfill({ response }).catch(() => {})
    answer()
  })
  await sheet.getByLabel('Headline').fill('x'.repeat(301))
  const looking = page.waitForRequest(`**${PATH}`)
  await save()
  await looking
  await sheet.getByLabel('Headline').fill('Nagode')
  await save()
  await sheet.waitFor({ state: 'detached' })
  const texts = page.getByRole('region', { name: 'Texts' })
  await texts.getByText('Nagode').waitFor()
  release()
  await answered
  await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())))
  expect(await texts.getByText('Nagode').count()).toBe(1)
})

test('an administrator writes texts at a telephone by keyboard, sees what is wrong, and overwrites no one', async () => {
  const page = await openTexts()
  const sheet = page.getByRole('dialog')
  const save = () => sheet.getByRole('button', { name: 'Save in the draft' }).click()
  await page.getByText('About', { exact: true }).click()
  await page.getByRole('button', { name: 'Edit About' }).click()
  await sheet.getByLabel('Our story').fill('We began in **Kano**.\n\n[Us](javascript:alert(1)) <b>bold</b>')
  await save()
  await sheet.getByText('The link to “javascript:alert(1)” cannot be used.', { exact: false }).waitFor()
  expect(await sheet.getByLabel('Our story').evaluate((field) => field === document.activeElement)).toBe(true)
  await sheet.getByLabel('Our story').fill('We began in **Kano**.\n\n<b>bold</b>')
  await sheet.getByLabel('Mission').fill('x'.repeat(301))
  await save()
  await sheet.getByText('Use at most 300 characters.').waitFor()
  await sheet.getByLabel('Mission').fill('Food\nfor Kano.')
  await sheet.getByLabel('Language').selectOption('Hausa')
  await save()
  await sheet.waitFor({ state: 'detached' })
  const texts = page.getByRole('region', { name: 'Texts' })
  await texts.getByText('<b>bold</b>', { exact: false }).waitFor()

  await page.getByText('Questions and answers', { exact: true }).click()
  await page.getByRole('button', { name: 'Use our text again: Questions and answers' }).click()
  await sheet.getByRole('button', { name: 'Use our text again' }).click()
  await sheet.waitFor({ state: 'detached' })
  const giving = page.getByRole('region', { name: 'Giving' })
  await giving.locator('summary').first().waitFor()
  const questions = async () => (await giving.locator('summary').allTextContents()).slice(0, 3)
  const [first = '', second = '', third = ''] = await questions()
  await giving.getByText(first).focus()
  await page.keyboard.press('Enter')
  const down = giving.getByRole('button', { name: `Move down: ${first}` })
  await down.focus()
  for (const [place, order] of [
    [2, [second, first, third]],
    [3, [second, third, first]],
  ] as const) {
    await page.keyboard.press('Enter')
    await toast(page, `“${first}” is now ${place} of 5`).waitFor()
    await expect.poll(questions).toEqual(order)
    await expect.poll(() => down.evaluate((button) => button === document.activeElement)).toBe(true)
  }
  await giving.getByRole('button', { name: 'Move down: Giving' }).press('Enter')
  await toast(page, '“Giving” is now 2 of 4').waitFor()
  await giving.getByRole('button', { name: 'Remove' }).press('Enter')
  await sheet.getByRole('button', { name: 'Remove' }).press('Enter')
  await sheet.waitFor({ state: 'detached' })
  const add = page.getByRole('button', { name: 'Add a question' })
  await expect.poll(() => add.evaluate((button) => button === document.activeElement)).toBe(true)
  expect(await giving.getByText(first).count()).toBe(0)
  expect(await violationsInEachTheme(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)

  await page.keyboard.press('Enter')
  const asked = { Topic: 'Giving', Question: 'Who are you?', Answer: 'We.' }
  for (const [label, text] of Object.entries(asked)) await sheet.getByLabel(label).fill(text)
  const thanks = `Thank you ${crypto.randomUUID().slice(0, 8)}`
  const other = await openTexts()
  await other.getByText('Thanks', { exact: true }).click()
  await other.getByRole('button', { name: 'Edit Thanks' }).click()
  await other.getByLabel('Headline').fill(thanks)
  await other.getByRole('button', { name: 'Save in the draft' }).click()
  await other.getByRole('dialog').waitFor({ state: 'detached' })
  await save()
  await toast(page, 'Failed to save the draft').waitFor()
  expect(await sheet.getByLabel('Question').inputValue()).toBe('Who are you?')
  await page.keyboard.press('Escape')
  // The page has the other's draft by then, on which this one builds: the test before has changed the headline as well.
  await page.getByText(`to “${thanks}”`).waitFor()
  await add.click()
  for (const [label, text] of Object.entries(asked)) await sheet.getByLabel(label).fill(text)
  await save()
  await sheet.waitFor({ state: 'detached' })
  await giving.getByText('Who are you?').waitFor()
  await page.getByText('Thanks: Headline').waitFor()
})

test('a story with a photo is public once its consent has a day, and gone within seconds when it is taken back', async () => {
  const page = await openTexts()
  const sheet = page.getByRole('dialog')
  const openStories = () => page.getByRole('heading', { name: 'Stories' }).click()
  await openStories()
  await page.getByRole('button', { name: 'Add a story' }).click()
  const told = {
    Title: 'Back in class',
    'Who tells it, and where': 'Amina, Gusau',
    Story: 'The fees came on **Friday**.',
  }
  for (const [label, words] of Object.entries(told)) await sheet.getByLabel(label, { exact: true }).fill(words)
  const photo = sheet.getByLabel('Photo', { exact: true })
  await photo.setInputFiles({ name: 'page.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
  await sheet.getByText('Choose a photo: a JPEG, PNG or WebP.').waitFor()
  const picture = { width: 900, height: 600, channels: 3, background: '#0d4f37' } as const
  const buffer = await sharp({ create: picture }).jpeg().toBuffer()
  await photo.setInputFiles({ name: 'amina.jpg', mimeType: 'image/jpeg', buffer })
  await sheet.getByLabel('What the photo shows').fill('A girl with her books')
  const save = sheet.getByRole('button', { name: 'Save in the draft' })
  await save.click()
  await sheet.getByText('Enter the day.').waitFor()
  await sheet.getByLabel('Day of their consent', { exact: true }).fill('2026-01-05')
  expect(await violationsInEachTheme(page)).toEqual([])
  await save.click()
  await sheet.waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await sheet.getByLabel('Why').fill('Our first story.')
  await sheet.getByRole('button', { name: 'Publish' }).click()
  await sheet.waitFor({ state: 'detached' })

  const visitor = await open(site.url)
  await visitor.getByRole('heading', { name: 'Back in class' }).waitFor()
  const shown = visitor.getByRole('img', { name: 'A girl with her books' })
  await shown.scrollIntoViewIfNeeded()
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(900)
  const address = new URL(String(await shown.getAttribute('src')), site.url)
  expect((await fetch(address)).headers.get('cache-control')).toBe('no-cache')
  await page.getByText('Back in class', { exact: true }).click()
  await page.getByRole('button', { name: 'Take back everywhere' }).click()
  await sheet.getByRole('button', { name: 'Take back everywhere' }).click()
  await toast(page, 'The story was taken back').waitFor()
  // The process that took it back serves no older page, and renders another at once.
  expect(await text('/')).not.toContain('Amina, Gusau')
  expect((await fetch(address)).status).toBe(404)
  expect(await text('/success-stories')).toContain('No one tells their story here at the moment.')
})
