/** Applicants without a page, and the administrator's pages. */
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { z } from 'zod'
import { pdf } from './documents.ts'
import { PASSWORD, signIn, signUp, type StoredSession } from './signing-in.ts'
import { ADMIN } from './site.ts'
import { submitButton } from './submit-button.ts'

const Documents = z.object({ items: z.array(z.object({ url: z.string(), filename: z.string() })) })
const WithUser = z.looseObject({ user: z.looseObject({ id: z.string() }) })
const WithId = z.looseObject({ id: z.string() })

interface Asking {
  readonly name: string
  readonly phone?: string
  readonly request?: Record<string, unknown>
  readonly withDocuments?: boolean
  /** PDFs and JPEGs by filename. The last one is shown first. */
  readonly papers?: Readonly<Record<string, Buffer<ArrayBuffer>>>
}

/** Registers a person, fills in their profile, and asks for aid. @returns the request's id, and their session */
export async function askForAid(
  url: string,
  email: string,
  { name, phone = '+234 803 000 0000', request = {}, withDocuments = false, papers = {} }: Asking,
): Promise<{ id: string; session: StoredSession }> {
  const session = await signUp(url, email)
  const userId = WithUser.parse(session).user.id
  const send = async (method: string, path: string, body?: BodyInit, type = 'application/json'): Promise<unknown> => {
    const response = await fetch(url + path, {
      method,
      headers: {
        Authorization: `Bearer ${session.access_token}`,
        'Content-Type': type,
        'Idempotency-Key': crypto.randomUUID(),
      },
      ...(body !== undefined && { body }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  const profile = { full_name: name, phone, address: '12 Zoo Road, beside the old mosque, Kano', bio: 'I sew.' }
  await send('PUT', '/api/profile', JSON.stringify(profile))
  const documents_provided: string[] = []
  const path = `/storage/v1/object/documents/${userId}/${Date.now()}`
  if (withDocuments) await send('POST', `${path}_bill.png`, new Uint8Array(await picture()), 'image/png')
  const letters = { ...(withDocuments && { 'letter.pdf': pdf() }), ...papers }
  for (const [name, bytes] of Object.entries(letters))
    await send('POST', `${path}_${name}`, bytes, name.endsWith('.pdf') ? 'application/pdf' : 'image/jpeg')
  if (withDocuments || Object.keys(papers).length > 0) {
    const { items } = Documents.parse(await send('GET', '/api/documents'))
    documents_provided.push(...items.map((item) => item.url))
  }
  const asked = {
    application_type: 'schoolfees',
    description: 'School fees for my daughter.\nThe term begins on Monday.',
    amount_requested: 45_000,
    urgency: 'high',
    ...request,
    ...(documents_provided.length > 0 && { documents_provided }),
  }
  const { id } = WithId.parse(await send('POST', '/api/applications', JSON.stringify(asked)))
  return { id, session }
}

function picture(): Promise<Buffer> {
  return sharp({ create: { width: 640, height: 400, channels: 3, background: '#2a7' } })
    .png()
    .toBuffer()
}

/** Signs in on the administrators' sign-in page. */
export async function enterAsAdministrator(page: Page, email = ADMIN.email, password = ADMIN.password): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await submitButton(page).filter({ hasText: 'Admin Sign In' }).click()
}

/** The form in which a decision is composed. */
export const composer = (page: Page) => page.locator('form.composer')

/** Downloads the open list as CSV. */
export async function saveCsv(page: Page) {
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  const file = await saving
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

/** Signs in as the administrator, without a page. */
export const administratorSession = (url: string, who = ADMIN): Promise<StoredSession> => signIn(url, who)

/** Registers a person without a profile. @returns their id */
export async function registerSilently(url: string, email: string): Promise<string> {
  const response = await post(`${url}/auth/v1/signup`, { email, password: PASSWORD })
  return WithUser.parse(await response.json()).user.id
}

function post(address: string, body: object): Promise<Response> {
  return fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** The reader comes back to the page, which then loads again. */
export const comeBack = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')))

/** The texts that staff typed and did not send, as the device has them. They come there once the key has come that seals them. */
export const draftsOf = (page: Page) =>
  page.evaluate(() => Object.entries(localStorage).filter(([name]) => name.startsWith('taimako-staff-draft:')))

/** Loads the page again, once the device has so many texts that were typed. */
export async function reloadWithDrafts(page: Page, count: number): Promise<void> {
  await expect.poll(async () => (await draftsOf(page)).length).toBe(count)
  await page.reload()
}
