/** Texts of an organisation: what is published stands on the page, is loaded with it from another page, and runs nothing. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { useBrowser } from '../support/browser.ts'
import { sitePayouts } from '../support/paying-out-site.ts'
import { useSite } from '../support/site.ts'

const PATH = '/api/admin/organisation'
const open = useBrowser()
const site = useSite()
const View = z.looseObject({
  draft: z.looseObject({ revision: z.number(), content: z.looseObject({ texts: z.looseObject({}) }) }),
})
const text = async (address: string) => (await fetch(site.url + address)).text()

test('a question is public within seconds, in its language, with its formatting and no tag of its writer', async () => {
  const { sessions } = await sitePayouts(site)
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
  await call('PUT', '/draft', { revision: draft.revision, content: { ...draft.content, texts } })
  const page = await open(site.url)
  const { address } = z.object({ address: z.string() }).parse(await call('POST', '/preview'))
  await page.goto(site.url + address)
  await page.goto(`${site.url}/faq`)
  await page.getByText('Who decides?').waitFor()
  expect(await text('/faq')).not.toContain('Who decides?')
  await page.goto(`${site.url}/preview/end`)

  await call('POST', '/publish', { revision: draft.revision + 1, reason: 'Our own answers.' })
  await expect.poll(() => text('/faq'), { timeout: 5000 }).toContain('<p>Ask <strong>Hadiza</strong>.</p>')
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
