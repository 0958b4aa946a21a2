/** The form of a request for aid, for new and for signed-in people: its rules, its draft and its documents. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  choose,
  DRAFT_KEY,
  fillRequest,
  keepDraft,
  openStep,
  paper,
  photograph,
  send,
  sendButton,
  toast,
  TYPED,
  whatIsThere,
  keptFiles,
} from '../support/asking-page.ts'
import { violationsInEachTheme } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { useSite } from '../support/site.ts'
import { photo } from '../support/documents.ts'
import { routeOnce } from '../support/routing.ts'
import { PASSWORD, signUp, storeSession } from '../support/signing-in.ts'

const open = useBrowser([/status of [45]\d\d/, /ERR_FAILED/, /Page not found: .beneficiary/])
const site = useSite()

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'))

async function chooseByKeyboard(page: Page): Promise<void> {
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByLabel('Name of document 1').waitFor()
  await page.getByRole('button', { name: 'Remove fees.pdf' }).press('Enter')
  await page.getByText('fees.pdf removed.').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Choose files')
}

test('the keyboard alone reaches every field in order, a file, and the button', async () => {
  const email = 'keys@mail.example'
  const page = await open(`${site.url}/register/aid`)
  await page.getByRole('button', { name: 'Continue', exact: true }).waitFor()
  // From here on: told later, the browser would open its own file dialog.
  page.on('filechooser', (chooser) => void chooser.setFiles([paper('fees.pdf')]))
  await page.getByRole('tab', { name: 'Register' }).focus()
  const next = async (name: string) => {
    for (let tabs = 0; tabs < 3 && (await focused(page)) !== name; tabs++) await page.keyboard.press('Tab')
    await expect.poll(() => focused(page)).toBe(name)
  }
  const steps = [
    { first_name: 'Amina', last_name: 'Yusuf', email, password: PASSWORD, confirm_password: PASSWORD },
    { aid_type: 'Fo', description: 'Rice and oil', amount_requested: '0', urgency: 'Cri' },
    {},
    { phone: TYPED.Phone, address: TYPED.Address },
  ]
  const typeStep = async (texts: Record<string, string>) => {
    for (const [name, text] of Object.entries(texts)) {
      await next(name)
      await page.keyboard.type(text)
    }
  }
  for (const [index, texts] of steps.entries()) {
    await typeStep(texts)
    if (index === 2) await chooseByKeyboard(page)
    await page.getByRole('button', { name: 'Continue' }).press('Enter')
    // The focus is at the heading of the next step.
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H2')
  }
  await sendButton(page).press('Enter')
  await toast(page, 'Registration complete').waitFor()
  const { applications, documents } = await whatIsThere(site.url, email)
  expect(documents).toEqual([])
  expect(applications).toEqual([
    expect.objectContaining({
      application_type: 'food',
      amount_requested: 0,
      urgency: 'critical',
      documents_provided: null,
    }),
  ])
})

test('a draft that is kept survives a reload with its files but without the password, and can be cleared', async () => {
  const page = await open(`${site.url}/register/aid`)
  await fillRequest(page)
  await choose(page, paper('fees.pdf'))
  await page.getByLabel('Name of document 1').fill('The school’s bill')
  // The one name that the document has from here on.
  await page.getByRole('button', { name: 'Remove The school’s bill' }).waitFor()
  await keepDraft(page)
  await expect.poll(() => keptFiles(page)).toBe(1)
  await page.reload()
  await page.getByText('You started a request').waitFor()
  await page.getByText(`It belongs to ${TYPED.Email}.`).waitFor()
  for (const label of [
    'First name',
    'Email',
    'Phone',
    'Address',
    'Description',
    'Amount requested (optional)',
  ] as const)
    expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe(TYPED[label])
  expect(await page.getByLabel('Aid type').inputValue()).toBe('schoolfees')
  expect(await page.getByLabel('Name of document 1').inputValue()).toBe('The school’s bill')
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
  const stored = () => page.evaluate(() => JSON.stringify(Object.entries(localStorage)))
  expect(await stored()).toContain('Zoo Road')
  expect(await stored()).not.toContain(PASSWORD)

  await page.getByRole('button', { name: 'Clear this form' }).click()
  await page.getByRole('button', { name: 'Keep it' }).click()
  expect(await stored()).toContain('Zoo Road')
  await page.getByRole('button', { name: 'Clear this form' }).click()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await toast(page, 'The form is clear.').waitFor()
  expect(await page.getByLabel('Address').inputValue()).toBe('')
  expect(await page.getByLabel('Name of document 1').count()).toBe(0)
  expect(await page.evaluate((key) => localStorage.getItem(key), DRAFT_KEY)).toBeNull()
  await expect.poll(() => keptFiles(page)).toBe(0)
})

describe('documents', () => {
  test('are checked on the device: type, size and number', async () => {
    const page = await open(`${site.url}/register/aid`)
    await fillRequest(page)
    await openStep(page, 'Supporting documents')
    expect(await page.getByRole('button', { name: 'Take a photo' }).count()).toBe(0)
    const program = { name: 'bill.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ\u0090 a program') }
    const input = page.getByLabel('Choose files', { exact: true })
    await input.setInputFiles([
      program,
      { ...program, name: 'empty.pdf', buffer: Buffer.alloc(0) },
      paper('huge.pdf', 11_000_000),
    ])
    await page.getByText('bill.pdf is not a PDF, JPEG, PNG, WebP or DOCX file').waitFor()
    await page.getByText('empty.pdf is empty.').waitFor()
    await page.getByText('huge.pdf is larger than 10 MB.').waitFor()
    expect(await page.getByRole('listitem').filter({ hasText: 'Remove' }).count()).toBe(0)
    await input.setInputFiles(Array.from({ length: 11 }, (_, index) => paper(`${index}.pdf`)))
    await page.getByText('10.pdf was not added: you can send 10 files at a time.').waitFor()
    expect(await page.getByRole('button', { name: /^Remove \d/ }).count()).toBe(10)
  })

  test('can come from the camera on a phone', async () => {
    const page = await open(`${site.url}/register/aid`, { isMobile: true, hasTouch: true })
    await fillRequest(page)
    await openStep(page, 'Supporting documents')
    const opened = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Take a photo' }).click()
    const chooser = await opened
    expect(await chooser.element().getAttribute('capture')).toBe('environment')
    await chooser.setFiles([{ name: 'bill.jpg', mimeType: 'image/jpeg', buffer: await photo() }])
    await page.getByLabel('Name of document 1').waitFor()
    // The thumbnail is drawn.
    await page.locator('.thumbnail[data-drawn=true]').waitFor()
  })

  test('with a long name in one word stay within a phone', async () => {
    const page = await open('about:blank', { viewport: { width: 360, height: 740 } })
    await storeSession(page, await signUp(site.url, 'long-name@mail.example'))
    await page.goto(`${site.url}/apply-for-aid`)
    await fillRequest(page)
    await choose(page, paper(`${'takardar_makaranta'.repeat(8)}.pdf`))
    await openStep(page, 'Check your answers')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  })

  test('with more pixels than the server takes are made smaller, however few bytes they have', async () => {
    const email = 'scan@mail.example'
    const page = await open('about:blank')
    await storeSession(page, await signUp(site.url, email))
    await page.goto(`${site.url}/apply-for-aid`)
    await fillRequest(page)
    const scan = sharp({ create: { width: 7016, height: 4960, channels: 3, background: 'white' } })
    await choose(page, { name: 'scan.jpg', mimeType: 'image/jpeg', buffer: await scan.jpeg().toBuffer() })
    await send(page)
    await toast(page, 'Request sent').waitFor()
    expect((await whatIsThere(site.url, email)).documents).toMatchObject([{ filename: 'scan.jpg' }])
  })

  test.each([true, false])('that leave the phone after they were chosen are sent; storage: %s', async (stores) => {
    const email = `cleared-${stores}@mail.example`
    const page = await open('about:blank')
    await storeSession(page, await signUp(site.url, email))
    await page.goto(`${site.url}/apply-for-aid`)
    if (!stores) await page.evaluate(() => Reflect.deleteProperty(IDBObjectStore.prototype, 'put'))
    await fillRequest(page)
    await openStep(page, 'Supporting documents')
    const { name, buffer } = paper('fees.pdf')
    const folder = mkdtempSync(join(tmpdir(), 'taimako-chosen-'))
    writeFileSync(join(folder, name), buffer)
    await page.getByLabel('Choose files', { exact: true }).setInputFiles(join(folder, name))
    await page.getByRole('button', { name: `Remove ${name}` }).waitFor()
    rmSync(folder, { recursive: true })
    await send(page)
    await toast(page, 'Request sent').waitFor()
    const { documents } = await whatIsThere(site.url, email)
    expect(documents.map(({ filename, bytes }) => [filename, bytes])).toEqual([[name, buffer.length]])
  })
})

const WithUser = z.looseObject({ user: z.looseObject({ id: z.string() }) })
const Signed = z.object({ signedURL: z.string() })

describe('a signed-in person', () => {
  test('asks with the data of the profile, a resized picture, and a document from before', async () => {
    const email = 'hauwa@mail.example'
    const session = await signUp(site.url, email)
    const authorization = `Bearer ${session.access_token}`
    await fetch(`${site.url}/api/profile`, {
      method: 'PUT',
      headers: { authorization, 'Content-Type': 'application/json' },
      body: JSON.stringify({ phone: '08030000000', address: '5 Ahmadu Bello Way, Kaduna' }),
    })
    const userId = WithUser.parse(session).user.id
    await fetch(`${site.url}/storage/v1/object/documents/${userId}/1763690000000_letter.pdf`, {
      method: 'POST',
      headers: { authorization, 'Content-Type': 'application/pdf' },
      body: new Uint8Array(paper('letter.pdf').buffer),
    })
    const page = await open('about:blank')
    await storeSession(page, session)
    await page.goto(`${site.url}/apply-for-aid`)
    await page.getByText(`You are signed in as ${email}.`).waitFor()
    expect(await page.getByLabel('Phone').inputValue()).toBe('08030000000')
    expect(await page.getByLabel('Email').count()).toBe(0)
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await toast(page, 'Missing required fields')
      .getByText('Please fill: Aid type, Description', { exact: true })
      .waitFor()
    await page.getByLabel('Aid type').selectOption('medical_fee')
    await page.getByLabel('Description').fill('A hospital deposit.')
    await openStep(page, 'How we reach you')
    await page.getByLabel('Address').fill('12 Zoo Road, Kano')
    await openStep(page, 'Supporting documents')
    await page.getByLabel('letter.pdf').check()
    const photo = await photograph()
    await keepDraft(page)
    await choose(page, photo, paper('wrong.pdf'))
    await page.reload()
    await page.getByText('You started a request').waitFor()
    expect(await page.getByLabel('letter.pdf').isChecked()).toBe(true)
    expect(await page.getByLabel('Address').inputValue()).toBe('12 Zoo Road, Kano')

    // Uploaded and then removed: it is deleted from the server.
    await routeOnce(page, '**/api/profile', (route) => route.abort())
    await send(page)
    await toast(page, 'Profile creation failed').getByText('We could not reach the server.').waitFor()
    expect((await whatIsThere(site.url, email)).documents).toHaveLength(3)
    await openStep(page, 'Supporting documents')
    await page.getByRole('button', { name: 'Remove wrong.pdf' }).click()
    await page.getByText('wrong.pdf removed.').waitFor()
    await send(page)
    await toast(page, 'Request sent').waitFor()
    await page.getByRole('heading', { name: 'We have your request' }).waitFor()
    expect(
      await page
        .getByText(/^T-[\d-]+$/)
        .first()
        .innerText(),
    ).toMatch(/^T-[\d-]+$/)
    await page.reload()
    await page.getByRole('heading', { name: 'Your Applications' }).waitFor()
    expect(await page.getByRole('heading', { name: 'We have your request' }).count()).toBe(0)

    const { applications, documents, profile } = await whatIsThere(site.url, email)
    expect(applications).toEqual([
      expect.objectContaining({
        application_type: 'medical_fee',
        location: '12 Zoo Road, Kano',
        urgency: null,
        amount_requested: null,
        documents_provided: [expect.stringContaining('_bill.jpg'), expect.stringContaining('_letter.pdf')],
      }),
    ])
    expect(profile).toMatchObject({ full_name: 'Amina Yusuf', address: '12 Zoo Road, Kano' })
    expect(documents.map(({ filename }) => filename).sort()).toEqual(['bill.jpg', 'letter.pdf'])
    const stored = documents.find(({ filename }) => filename === 'bill.jpg')
    expect(stored?.bytes).toBeLessThan(photo.buffer.length / 1.5)
    // It is upright, and its longer side has the size that a reviewer needs.
    const signed = await fetch(`${site.url}/storage/v1/object/sign/documents/${stored?.path}`, {
      method: 'POST',
      headers: { authorization, 'Content-Type': 'application/json' },
      body: JSON.stringify({ expiresIn: 60 }),
    })
    const { signedURL } = Signed.parse(await signed.json())
    const picture = await fetch(`${site.url}/storage/v1${signedURL}`)
    expect(await sharp(await picture.arrayBuffer()).metadata()).toMatchObject({ width: 1100, height: 2200 })
  })

  test('must sign in first: without a session the page leads to the start page, and that to the registration', async () => {
    const page = await open(`${site.url}/apply-for-aid`)
    await page.getByRole('link', { name: 'Start my request' }).click()
    await page.getByLabel('First name').waitFor()
    expect(page.url()).toBe(`${site.url}/register/aid?from=%2Fapply-for-aid`)
  })
})

describe('in both themes', () => {
  test('axe finds nothing: with errors, with documents, stopped, and in the dialog to clear', async () => {
    const page = await open(`${site.url}/register/aid`, { viewport: { width: 360, height: 740 } })
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await page.locator('[aria-invalid=true]').first().waitFor()
    expect(await violationsInEachTheme(page)).toEqual([])
    await fillRequest(page, { Email: 'clean@mail.example' })
    await choose(page, paper('fees.pdf'), paper('letter.pdf'))
    await routeOnce(page, '**/api/profile', (route) => route.abort())
    await send(page)
    await page.getByText('We could not save your details').waitFor()
    expect(await violationsInEachTheme(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await page.getByRole('button', { name: 'Clear this form' }).click()
    expect(await violationsInEachTheme(page)).toEqual([])
    // The person is signed in by now and clears the form, so the page leads away.
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await page.waitForURL(/\/wallet$/)
  })
})

test('a draft in two tabs is sent as both show it, with what was typed last', async () => {
  const email = 'two-tabs@mail.example'
  const page = await open('about:blank')
  await storeSession(page, await signUp(site.url, email))
  await page.goto(`${site.url}/apply-for-aid`)
  await keepDraft(page)
  await fillRequest(page)
  const twin = await page.context().newPage()
  await twin.goto(`${site.url}/apply-for-aid`)
  await twin.getByText('You started a request').waitFor()
  await openStep(twin, 'What you need')
  await twin.getByLabel('Description').fill('A deposit for the hospital.')
  await page.getByText('A deposit for the hospital.').waitFor()
  await sendButton(page).click()
  await toast(page, 'Request sent').waitFor()
  const { applications } = await whatIsThere(site.url, email)
  expect(applications).toMatchObject([{ description: 'A deposit for the hospital.' }])
})
