/**
 * The pages on the oldest phones that they are built for (web/lib/browser-floor.ts): built-ins and styles that came later are taken away,
 * then a person gives, asks for aid with a paper, and signs in.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { fillRequest, openStep, paper, send, whatIsThere } from '../support/asking-page.ts'
import { useBrowser } from '../support/browser.ts'
import { cards, enterCard, pressPay, thanks } from '../support/giving-page.ts'
import { signInByForm, signUp } from '../support/signing-in.ts'
import { useSite } from '../support/site.ts'
import { BUILD_FOLDER } from '../../server/platform/root.ts'

const open = useBrowser()
const site = useSite()

/** Newer than Chrome 99, Safari 15.4 or Firefox 97. `npm run check` refuses those of the language; those of the browser stand here alone. */
const NEWER = {
  'Array.prototype': 'findLast findLastIndex toReversed toSorted toSpliced with',
  'Object.getPrototypeOf(Uint8Array.prototype)': 'findLast findLastIndex toReversed toSorted with',
  'String.prototype': 'isWellFormed toWellFormed',
  'Set.prototype': 'union intersection difference symmetricDifference isSubsetOf isSupersetOf isDisjointFrom',
  'Uint8Array.prototype': 'toBase64 toHex setFromBase64 setFromHex',
  'Map.prototype': 'getOrInsert getOrInsertComputed',
  Array: 'fromAsync',
  Map: 'groupBy',
  Object: 'groupBy',
  Promise: 'try withResolvers',
  RegExp: 'escape',
  Uint8Array: 'fromBase64 fromHex',
  URL: 'canParse parse',
  AbortSignal: 'any timeout',
  'AbortSignal.prototype': 'throwIfAborted',
  Response: 'json',
  'HTMLFormElement.prototype': 'requestSubmit',
  'HTMLElement.prototype': 'showPopover hidePopover togglePopover popover',
  'HTMLDialogElement.prototype': 'showModal close requestClose',
  'HTMLInputElement.prototype': 'showPicker',
  'Element.prototype': 'checkVisibility setHTMLUnsafe moveBefore',
  'Document.prototype': 'startViewTransition',
  globalThis:
    'Iterator Float16Array CompressionStream DecompressionStream OffscreenCanvas scheduler navigation URLPattern',
} as const

const REMOVAL = Object.entries(NEWER)
  .flatMap(([owner, names]) =>
    names.split(' ').map((name) => `try { delete ${owner}[${JSON.stringify(name)}] } catch {}`),
  )
  .join('\n')

/** A browser drops a rule with a selector, and a declaration with a value, that it does not know. */
const inOldStyle = (css: string) =>
  css
    .replaceAll(':has(', ':has-is-newer(')
    .replaceAll('color-mix(', 'color-mix-is-newer(')
    .replaceAll('@property ', '@property-is-newer ')
    .replaceAll(/\d(?=[dsl]v[hw]\b)/g, '$&newer-')

async function onOldPhone(path: string): Promise<Page> {
  const page = await open('about:blank', { viewport: { width: 360, height: 640 } })
  await page.addInitScript(REMOVAL)
  await page.route(`${site.url}/assets/*.css`, (route) => {
    const built = readFileSync(join(BUILD_FOLDER, new URL(route.request().url()).pathname), 'utf8')
    return route.fulfill({ contentType: 'text/css', body: inOldStyle(built) })
  })
  await page.goto(site.url + path)
  expect(await page.evaluate(() => 'toSorted' in Array.prototype || 'requestSubmit' in HTMLFormElement.prototype)).toBe(
    false,
  )
  return page
}

const isTooWide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)

test('gives', async () => {
  const page = await onOldPhone('/donate')
  await pressPay(page, { amount: '2,500.' })
  await enterCard(page.frameLocator('iframe'), cards.good)
  await thanks(page).waitFor()
  expect(await isTooWide(page)).toBe(false)
})

test('asks for aid with a paper', async () => {
  const page = await onOldPhone('/register/aid')
  await fillRequest(page, { Email: 'old-phone@mail.example' })
  await openStep(page, 'Supporting documents')
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([paper('bill.pdf'), paper('ka\u0303du\uD800na.pdf')])
  await page.getByLabel('Name of document 2').waitFor()
  expect(await isTooWide(page)).toBe(false)
  await send(page)
  await page.waitForURL(`${site.url}/beneficiary/dashboard`)
  const { applications, documents } = await whatIsThere(site.url, 'old-phone@mail.example')
  expect([applications.length, documents.length]).toEqual([1, 2])
})

test('signs in', async () => {
  await signUp(site.url, 'returning@mail.example')
  const page = await onOldPhone('/login')
  await signInByForm(page, 'returning@mail.example')
  await page.waitForURL(`${site.url}/wallet`)
  expect(await isTooWide(page)).toBe(false)
})
