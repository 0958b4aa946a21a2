/** Asking for aid on a phone that other people use too: what the device keeps of an unsent request, and how to leave at once. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import {
  choose,
  DRAFT_KEY,
  fillRequest,
  keepDraft,
  keptFiles,
  openStep,
  paper,
  send,
  sendButton,
  toast,
  TYPED,
  whatIsThere,
} from '../support/asking-page.ts'
import { useBrowser } from '../support/browser.ts'
import { PASSWORD, signInByForm, signUp, STORAGE_KEY, storeSession } from '../support/signing-in.ts'
import { useSite } from '../support/site.ts'
import { sentRequest } from '#words/aid/sent-request.ts'

// The session of an account that was closed is ended once more.
const open = useBrowser([/status of 403/])
const site = useSite()

const stored = (page: Page) => page.evaluate((key) => localStorage.getItem(key), DRAFT_KEY)
/** The stored files that any tab can open. */
const readableFiles = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('taimako-drafts')
        opening.addEventListener('success', () => {
          const all = opening.result.transaction('files').objectStore('files').getAll()
          all.addEventListener('success', () => resolve(all.result.filter((file) => file instanceof Blob).length))
        })
      }),
  )
const keptHours = async (page: Page) => {
  const { kept_until: until }: { kept_until: number } = JSON.parse((await stored(page)) ?? '')
  return Math.round((until - Date.now()) / 3_600_000)
}

describe('an unsent request', () => {
  test('survives a reload of its tab with its files, and ends with the tab unless its person chooses more', async () => {
    const page = await open(`${site.url}/register/aid`)
    await fillRequest(page)
    await choose(page, paper('fees.pdf'))
    expect(await page.locator('input[value=no]').isChecked()).toBe(true)
    await expect.poll(() => keptFiles(page)).toBe(1)
    await page.reload()
    await page.getByText('You started a request').waitFor()
    expect(await page.getByLabel('Description').inputValue()).toBe(TYPED.Description)
    // The file itself is there, not only its name.
    await page.getByRole('button', { name: 'Remove fees.pdf' }).waitFor()
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Zoo Road')

    const next = await page.context().newPage()
    await page.close()
    await next.goto(`${site.url}/register/aid`)
    await next.getByLabel('First name').waitFor()
    expect(await next.getByLabel('Description').inputValue()).toBe('')
    expect(await next.getByText('You started a request').count()).toBe(0)
    const everything = await next.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
    expect(everything).not.toContain(TYPED.Email)
    // The rest of the file is sealed, and its key is lost with its tab.
    expect(await readableFiles(next)).toBe(0)
  })

  test('is sent after a reload with the files that were chosen before it', async () => {
    const page = await open(`${site.url}/register/aid`)
    const email = 'reload@mail.example'
    await fillRequest(page, { Email: email })
    await choose(page, paper('fees.pdf'))
    await expect.poll(() => keptFiles(page)).toBe(1)
    await page.reload()
    await page.getByText('You started a request').waitFor()
    await openStep(page, 'About you')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Confirm password').fill(PASSWORD)
    await send(page)
    await toast(page, 'Registration complete').waitFor()
    expect((await whatIsThere(site.url, email)).documents.map(({ filename }) => filename)).toEqual(['fees.pdf'])
    await expect.poll(() => keptFiles(page)).toBe(0)
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Zoo Road')
  })

  test('of a signed-in person leaves the tab when they sign out', async () => {
    const page = await open(`${site.url}/about`)
    await storeSession(page, await signUp(site.url, 'hurry@mail.example'))
    await page.goto(`${site.url}/apply-for-aid`)
    await fillRequest(page, { Description: 'A hospital deposit.' })
    await choose(page, paper('fees.pdf'))
    const tab = () => page.evaluate(() => JSON.stringify(sessionStorage))
    await expect.poll(tab).toContain('A hospital deposit.')
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await toast(page, 'Signed out').waitFor()
    expect(await tab()).not.toContain('A hospital deposit.')
    // Without it, no one opens the files that were chosen for it.
    expect(await tab()).not.toContain('taimako-tab-key')
  })

  test('that was begun without an account is not shown to the next person of the page after its own has signed out', async () => {
    const email = 'began-without@mail.example'
    await signUp(site.url, email)
    const page = await open(`${site.url}/register/aid`, { viewport: { width: 1280, height: 800 } })
    await page.getByLabel('First name').fill('Amina')
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
    // The form of before has the same fields, and stays until the sign-in has come.
    await page.waitForURL(`${site.url}/login`)
    await signInByForm(page, email)
    await page.waitForURL((url) => url.pathname !== '/login')
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await page.waitForURL(`${site.url}/login`)
    await page.getByRole('link', { name: 'Apply for Aid' }).click()
    await page.getByRole('main').locator('a[href="/aid"]').click()
    await page.getByRole('link', { name: 'Start my request' }).click()
    await page.getByLabel('First name').waitFor()
    expect(await page.getByLabel('First name').inputValue()).toBe('')
  })

  test('that was sent while its person looked at another page is not confirmed to the next one', async () => {
    const next = 'signs-in-next@mail.example'
    await signUp(site.url, next)
    const page = await open('about:blank', { viewport: { width: 1280, height: 800 } })
    await storeSession(page, await signUp(site.url, 'sent-meanwhile@mail.example'))
    await page.goto(`${site.url}/apply-for-aid`)
    await fillRequest(page)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/applications', async (route) => {
      await released
      await route.continue()
    })
    await send(page)
    await page.getByRole('banner').getByRole('link', { name: 'Donate' }).first().click()
    await page.waitForURL(`${site.url}/donate`)
    release()
    await toast(page, 'Request sent').waitFor()
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await page.waitForURL(`${site.url}/login`)
    await signInByForm(page, next)
    await page.waitForURL(`${site.url}/wallet`)
    await page.getByRole('banner').getByRole('link', { name: 'My requests' }).first().click()
    await page.getByText('No applications found').waitFor()
    expect(await page.getByText(sentRequest.title).count()).toBe(0)
  })

  test('of an account that is closed leaves the device, also where its person had kept it', async () => {
    const page = await open(`${site.url}/about`)
    await storeSession(page, await signUp(site.url, 'leaves@mail.example'))
    await page.goto(`${site.url}/apply-for-aid`)
    await fillRequest(page)
    await choose(page, paper('fees.pdf'))
    await keepDraft(page, 'For 7 days')
    await expect.poll(() => readableFiles(page)).toBe(1)
    await page.evaluate(() => {
      localStorage.setItem('taimako-staff-draft:someone', 'sealed')
      sessionStorage.setItem('taimako-papers-1', '{"texts":{"message":"A hospital deposit."}}')
      indexedDB.open('taimako-sending')
    })
    await page.goto(`${site.url}/account?section=data`)
    await page.getByRole('button', { name: 'Close my account', exact: true }).click()
    await page.getByLabel('Your password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('I understand that this cannot be undone').check()
    await page.getByRole('button', { name: 'Close my account permanently' }).click()
    await page.getByRole('heading', { name: 'Your account is closed' }).waitFor()
    const left = () => page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
    await expect.poll(left).not.toMatch(/Zoo Road|hospital|sealed/)
    await expect.poll(() => keptFiles(page)).toBe(0)
    const names = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
    await expect.poll(names).not.toContain('taimako-sending')
  })

  test('is kept for 24 hours or 7 days, leaves the device when its person changes their mind, and is neither shown nor stored after that time', async () => {
    const page = await open(`${site.url}/register/aid`)
    await fillRequest(page)
    await choose(page, paper('fees.pdf'))
    await keepDraft(page)
    expect(await keptHours(page)).toBe(24)
    await keepDraft(page, 'For 7 days')
    expect(await keptHours(page)).toBe(168)
    await expect.poll(() => keptFiles(page)).toBe(1)
    expect(await readableFiles(page)).toBe(1)
    // They change their mind: it leaves the device, and stays in the tab.
    await keepDraft(page, 'No')
    await expect.poll(() => readableFiles(page)).toBe(0)
    expect(await stored(page)).toBeNull()
    expect(await page.getByLabel('Description').inputValue()).toBe(TYPED.Description)
    await page.getByRole('button', { name: 'Remove fees.pdf' }).waitFor()

    await keepDraft(page)
    await expect.poll(() => readableFiles(page)).toBe(1)
    await page.evaluate((key) => {
      const draft = JSON.parse(localStorage.getItem(key) ?? '')
      localStorage.setItem(key, JSON.stringify({ ...draft, kept_until: Date.now() - 1 }))
    }, DRAFT_KEY)
    await page.reload()
    await expect.poll(() => keptFiles(page)).toBe(0)
    expect(await page.getByLabel('Description').inputValue()).toBe('')
    expect(await stored(page)).toBeNull()
  })

  test('is kept with a file that was being prepared when its person chose so', async () => {
    const page = await open(`${site.url}/register/aid`)
    await fillRequest(page)
    await openStep(page, 'Supporting documents')
    // A large file on a slow phone.
    await page.evaluate(() => {
      const prepared = new Promise((resolve) => addEventListener('prepared', resolve, { once: true }))
      Blob.prototype.arrayBuffer = async function () {
        await prepared
        return new Response(this).arrayBuffer()
      }
    })
    await page.getByLabel('Choose files', { exact: true }).setInputFiles([paper('fees.pdf')])
    await keepDraft(page, 'For 7 days')
    await page.evaluate(() => window.dispatchEvent(new Event('prepared')))
    await page.getByRole('button', { name: 'Remove fees.pdf' }).waitFor()
    expect(await readableFiles(page)).toBe(1)
  })

  test('is kept with its file when its person chooses so again while the file is still being sealed for the tab', async () => {
    const page = await open(`${site.url}/register/aid`)
    await fillRequest(page)
    await choose(page, paper('fees.pdf'))
    await expect.poll(() => keptFiles(page)).toBe(1)
    await page.evaluate(() => {
      const read = new Promise((resolve) => addEventListener('read', resolve, { once: true }))
      Blob.prototype.arrayBuffer = async function () {
        await read
        return new Response(this).arrayBuffer()
      }
      document.documentElement.dataset['stored'] = ''
      const apply = (put: () => unknown, store: unknown, given: unknown[]): unknown => {
        document.documentElement.dataset['stored'] += given[0] instanceof Blob ? 'readable ' : 'sealed '
        return Reflect.apply(put, store, given)
      }
      const put: unknown = Reflect.get(IDBObjectStore.prototype, 'put')
      if (typeof put === 'function') Reflect.set(IDBObjectStore.prototype, 'put', new Proxy(put, { apply }))
    })
    for (const time of ['For 24 hours', 'No', 'For 24 hours'] as const) await keepDraft(page, time)
    await page.evaluate(() => window.dispatchEvent(new Event('read')))
    await expect.poll(() => page.locator('html').getAttribute('data-stored')).toMatch(/^(?:\w+ ){3}$/)
    expect(await readableFiles(page)).toBe(1)
  })

  test('is found again by its person after signing in', async () => {
    const email = 'gani@mail.example'
    await signUp(site.url, email)
    const page = await open(`${site.url}/register/aid`)
    await keepDraft(page)
    await fillRequest(page, { Email: email })
    await page.goto(`${site.url}/login`)
    await signInByForm(page, email)
    await page.getByRole('link', { name: 'Continue registration' }).click()
    await page.getByText(`You are signed in as ${email}.`).waitFor()
    await send(page)
    await toast(page, 'Registration complete').waitFor()
    expect((await whatIsThere(site.url, email)).applications).toHaveLength(1)
  })
})

test('the message of a gift that was not given leaves the tab when its person signs out', async () => {
  const page = await open('about:blank', { viewport: { width: 1366, height: 800 } })
  await storeSession(page, await signUp(site.url, 'remembers@mail.example'))
  await page.goto(`${site.url}/donate`)
  await page.getByLabel('Message').fill('In memory of Hauwa.')
  const tab = () => page.evaluate(() => JSON.stringify(sessionStorage))
  await expect.poll(tab).toContain('Hauwa')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await toast(page, 'Signed out').waitFor()
  await page.waitForURL(`${site.url}/login`)
  expect(await tab()).not.toContain('Hauwa')
})

describe('someone else who is signed in by then', () => {
  /** As a mailed link in another tab does. */
  async function takeOver(page: Page, email: string): Promise<void> {
    const session = JSON.stringify(await signUp(site.url, email))
    const tab = await page.context().newPage()
    await tab.goto(`${site.url}/about`)
    await tab.evaluate(([key, text]) => localStorage.setItem(key, text), [STORAGE_KEY, session] as const)
    await page.getByText(`Welcome, ${email}`).first().waitFor({ state: 'attached' })
  }

  test('is not sent the rest of a request that was under way', async () => {
    const page = await open('about:blank')
    await storeSession(page, await signUp(site.url, 'begins@mail.example'))
    await page.goto(`${site.url}/apply-for-aid`)
    await fillRequest(page)
    await page.route('**/api/profile', async (route) => {
      if (route.request().method() === 'PUT') await takeOver(page, 'follows@mail.example')
      await route.continue()
    })
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
    await send(page)
    await saved
    await toast(page, 'Your session has ended').waitFor()
    for (const email of ['begins@mail.example', 'follows@mail.example'])
      expect((await whatIsThere(site.url, email)).applications).toEqual([])
  })
})

describe('leaving', () => {
  const OUTSIDE = 'https://www.google.com/'
  /** Records what is left on the screen before the other site has answered. */
  const watchScreen = (page: Page) =>
    page.evaluate(() => {
      const root = document.documentElement
      new MutationObserver(() => localStorage.setItem('seen', `${root.checkVisibility()} ${document.title}`)).observe(
        root,
        { attributes: true },
      )
    })

  test.each(['button', 'keys'] as const)('by %s clears the screen at once, and Back does not return', async (how) => {
    const page = await open(`${site.url}/about`)
    await page.goto(`${site.url}/register/aid`)
    await fillRequest(page)
    await page.route(OUTSIDE, (route) => route.fulfill({ contentType: 'text/html', body: '<p>Elsewhere' }))
    await watchScreen(page)
    const leave = async () => {
      if (how === 'button') return page.getByRole('link', { name: 'Exit this page' }).click()
      await page.keyboard.press('Escape')
      expect(await sendButton(page).isVisible()).toBe(true)
      await page.keyboard.press('Escape')
    }
    await leave()
    await page.waitForURL(OUTSIDE)
    await page.goBack()
    expect(page.url()).toBe(`${site.url}/about`)
    expect(await page.evaluate(() => localStorage.getItem('seen'))).toBe('false Loading …')
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Zoo Road')
  })

  test('is possible on every page of the aid part', async () => {
    const page = await open(`${site.url}/register/aid`)
    const exit = page.getByRole('link', { name: 'Exit this page' })
    await exit.waitFor()
    for (const name of ['Sign In', 'Register']) {
      await page.getByRole('tab', { name }).click()
      await exit.waitFor({ state: 'detached' })
    }
    await storeSession(page, await signUp(site.url, 'leaving@mail.example'))
    for (const path of ['/apply-for-aid', '/beneficiary/dashboard']) {
      await page.goto(site.url + path)
      await exit.waitFor()
      expect(await exit.getAttribute('href')).toBe(OUTSIDE)
    }
  })
})
