/** Asks for aid on the page, by its visible texts, and reads what the server stored. */
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { z } from 'zod'
import { expect } from 'vitest'
import { PASSWORD, signIn } from './signing-in.ts'
import { submitButton } from './submit-button.ts'

export const DRAFT_KEY = 'taimako-registration'

export const TYPED = {
  'First name': 'Amina',
  'Last name': 'Yusuf',
  Email: 'amina@mail.example',
  Password: PASSWORD,
  'Confirm password': PASSWORD,
  Phone: '+234 803 000 0000',
  Address: '12 Zoo Road, Kano',
  Description: 'School fees for my daughter.\nThe term begins on Monday.',
  'Amount requested (optional)': '₦45,000.50',
} as const

/** The steps of the form by their headings, and the fields of each. A signed-in user has no first step. */
const STEPS = {
  'About you': ['First name', 'Last name', 'Email', 'Password', 'Confirm password'],
  'What you need': ['Description', 'Amount requested (optional)'],
  'Supporting documents': [],
  'How we reach you': ['Phone', 'Address'],
  'Check your answers': [],
} as const
export type StepTitle = keyof typeof STEPS
const TITLES: readonly string[] = Object.keys(STEPS)

export const heading = (page: Page): Locator => page.locator('.aid-form fieldset:visible h2')

/** Opens a step with the form's buttons. */
export async function openStep(page: Page, title: StepTitle): Promise<void> {
  await page.getByRole('button', { name: /^(Continue|Create my account|Send my request|Continue sending)/ }).waitFor()
  const read = async () => (await heading(page).innerText()).replace(' (optional)', '')
  for (;;) {
    const shown = await read()
    if (shown === title) return
    const forwards = TITLES.indexOf(shown) < TITLES.indexOf(title)
    await page.getByRole('button', { name: forwards ? 'Continue' : 'Back', exact: true }).click()
    await expect.poll(read).not.toBe(shown)
  }
}

/** Fills in the fields of the open step, by default with what Amina would write. */
export async function fillStep(
  page: Page,
  title: StepTitle,
  changed: Partial<Record<keyof typeof TYPED, string>> = {},
): Promise<void> {
  for (const label of STEPS[title]) await page.getByLabel(label, { exact: true }).fill(changed[label] ?? TYPED[label])
  if (title !== 'What you need') return
  await page.getByLabel('Aid type').selectOption({ label: 'School fees' })
  await page.getByLabel('Urgency').selectOption({ label: 'High' })
}

/** Fills in the whole form except the documents, and stays at the answers to check. */
export async function fillRequest(
  page: Page,
  changed: Partial<Record<keyof typeof TYPED, string>> = {},
): Promise<void> {
  const titles = ['About you', 'What you need', 'How we reach you'] as const
  const isSignedIn = (await page.getByLabel('First name').count()) === 0
  for (const title of titles.slice(isSignedIn ? 1 : 0)) {
    await openStep(page, title)
    await fillStep(page, title, changed)
  }
  await openStep(page, 'Check your answers')
}

/** Chooses to keep the draft on this device. */
export async function keepDraft(
  page: Page,
  time: 'No' | 'For 24 hours' | 'For 7 days' = 'For 24 hours',
): Promise<void> {
  const choice = page.getByRole('radio', { name: time })
  if (!(await choice.isVisible())) await page.getByText('Keep my answers on this device').click()
  await choice.check()
}

export const sendButton = (page: Page): Locator =>
  submitButton(page).filter({
    hasText: /^(Create my account and send the request|Send my request|Continue sending my request)$/,
  })

/** From the step with the answers, as users do. */
export async function send(page: Page): Promise<void> {
  await openStep(page, 'Check your answers')
  await sendButton(page).click()
}

export const toast = (page: Page, title: string): Locator =>
  page.locator('[popover].toast').filter({ has: page.getByText(title, { exact: true }) })

/** A PDF with at least this many bytes. */
export function paper(name: string, bytes = 2_000): { name: string; mimeType: string; buffer: Buffer } {
  const head = Buffer.from(`%PDF-1.7\n% ${name}\n`)
  return { name, mimeType: 'application/pdf', buffer: Buffer.concat([head, Buffer.alloc(bytes, 'x')]) }
}

/** A detailed photograph, rotated by its EXIF data as phones do. */
export async function photograph(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const [width, height] = [3000, 1500]
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const picture = sharp({ create: { width, height, channels: 3, background: '#2a7', noise } }).withMetadata({
    orientation: 6,
  })
  return {
    name: 'bill.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from(await picture.jpeg({ quality: 95 }).toBuffer()),
  }
}

export async function choose(
  page: Page,
  ...files: { name: string; mimeType: string; buffer: Buffer }[]
): Promise<void> {
  if (await page.locator('.aid-form').count()) await openStep(page, 'Supporting documents')
  await page.getByLabel('Choose files', { exact: true }).setInputFiles(files)
  for (const { name } of files) await page.getByRole('button', { name: `Remove ${name}` }).waitFor()
}

/** Counts the files that this browser stores for a draft. */
export function keptFiles(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('taimako-drafts')
        opening.addEventListener('success', () => {
          const count = opening.result.transaction('files').objectStore('files').count()
          count.addEventListener('success', () => resolve(count.result))
        })
      }),
  )
}

const Applications = z.object({
  items: z.array(
    z.looseObject({
      application_type: z.string(),
      description: z.string(),
      amount_requested: z.number().nullable(),
      location: z.string(),
      urgency: z.string().nullable(),
      documents_provided: z.array(z.string()).nullable(),
      status: z.string(),
    }),
  ),
})
const Documents = z.object({
  items: z.array(
    z.looseObject({ filename: z.string(), path: z.string(), bytes: z.number(), is_evidence: z.boolean() }),
  ),
})
const Profile = z.looseObject({ full_name: z.string(), phone: z.string(), address: z.string(), role: z.string() })

/** Reads what the server stored about a person. */
export async function whatIsThere(url: string, email: string, password = PASSWORD) {
  const { access_token: token } = await signIn(url, { email, password })
  const get = async (path: string): Promise<unknown> => {
    const response = await fetch(url + path, { headers: { Authorization: `Bearer ${token}` } })
    return response.json()
  }
  return {
    applications: Applications.parse(await get('/api/applications')).items,
    documents: Documents.parse(await get('/api/documents')).items,
    profile: Profile.parse(await get('/api/profile')),
  }
}
