/** The acceptance tasks of the workbench as a person does them: what was pressed or tapped is counted, and the time is told. */
import { sql } from 'drizzle-orm'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { expect } from 'vitest'
import { z } from 'zod'
import { applicant } from './applicant.ts'
import { sitePayouts, type SitePayouts } from './paying-out-site.ts'
import { askForAid } from './reviewing-page.ts'
import type { StoredSession } from './signing-in.ts'
import type { Site } from './site.ts'
import { callAs } from './wallet-page.ts'

/** Tasks with a goal of seconds get this long: a busy machine must not fail them. Their times are printed, and kept in docs/acceptance.md. */
const PATIENCE_SECONDS = 30
const TABS_MAX = 80

/** A person at the keyboard, who has no pointer. */
export function keyboardOf(page: Page) {
  const hands = { keys: 0, tabs: 0 }
  return {
    /** How many keys were pressed, without Tab and without what was typed. */
    get keys() {
      return hands.keys
    },
    get tabs() {
      return hands.tabs
    },
    async press(...keys: readonly string[]) {
      for (const key of keys) {
        hands.keys += 1
        await page.keyboard.press(key)
      }
    },
    type: (text: string) => page.keyboard.type(text),
    /** Presses Tab until the element has the focus. */
    async tabTo(element: Locator) {
      await element.waitFor()
      for (let tabs = 0; !(await element.evaluate((each) => each === document.activeElement)); tabs += 1) {
        if (tabs > TABS_MAX) throw new Error(`${String(element)} is not reached by Tab`)
        hands.tabs += 1
        await page.keyboard.press('Tab')
      }
    },
  }
}

/** Fails the test when something is clicked or tapped. Before the page loads. */
export async function withoutPointer(page: Page): Promise<void> {
  await page.addInitScript(() => {
    addEventListener('pointerdown', () => console.error('the pointer was used'), { capture: true })
  })
}

/** Does a task, and prints how long it took. @returns what it returns */
export async function timed<Done>(task: string, goalSeconds: number, work: () => Promise<Done>): Promise<Done> {
  const started = performance.now()
  const done = await work()
  const seconds = (performance.now() - started) / 1000
  process.stdout.write(`${task}: ${seconds.toFixed(1)} s (goal ${goalSeconds} s)\n`)
  expect(seconds).toBeLessThan(Math.max(goalSeconds, PATIENCE_SECONDS))
  return done
}

/** Two administrators with these names. */
export async function halimaAndBola(site: Site): Promise<SitePayouts> {
  const staff = await sitePayouts(site)
  const [halima, bola] = staff.sessions
  await callAs(halima, 'PUT', `${site.url}/api/profile`, { full_name: 'Halima Musa' })
  await callAs(bola, 'PUT', `${site.url}/api/profile`, { full_name: 'Bola Ade' })
  return staff
}

/** Unique, so that a retried test finds only what it created itself. */
export const newEmail = () => `${crypto.randomUUID()}@mail.example`
export const newPhone = () => `080${Math.trunc(10_000_000 + Math.random() * 89_999_999)}`
export const newName = (first: string) => `${first} ${crypto.randomUUID().slice(0, 8)}`

/** A request of each, due in this order, before all others. */
export async function askUrgently(site: Site, names: readonly string[]): Promise<void> {
  for (const name of names) await askForAid(site.url, newEmail(), { name, request: { urgency: 'critical' } })
}

const WithId = z.object({ user: z.object({ id: z.string() }) })
const Queue = z.object({
  items: z.array(
    z.object({
      applicant: z.object({ full_name: z.string() }),
      held_by: z.object({ user_id: z.string() }).nullable(),
    }),
  ),
})

/** The names of those whose requests this administrator gets next, in this order. */
export async function namesInQueue(site: Site, session: StoredSession): Promise<readonly string[]> {
  const { user } = WithId.parse(session)
  const list = await callAs(session, 'GET', `${site.url}/api/admin/applications?view=next`)
  const { items } = Queue.parse(list)
  const free = items.filter(({ held_by: holder }) => holder === null || holder.user_id === user.id)
  return free.map(({ applicant: { full_name: name } }) => name)
}

/**
 * Twenty requests from four people with the same name, since one person can have at most five open requests. All other requests are
 * unassigned first, since one reviewer can have at most 25. @returns the name
 */
export async function askTwentyTimes(site: Site): Promise<string> {
  await site.database.db.execute(sql`update aid_applications set assigned_to = null`)
  const name = newName('Amina')
  for (let people = 0; people < 4; people += 1) {
    const person = await applicant(site, newEmail())
    await callAs(person.session, 'PUT', `${site.url}/api/profile`, { full_name: name })
    for (let asked = 0; asked < 5; asked += 1) await person.ask()
  }
  return name
}

const Proposed = z.object({
  items: z.array(z.object({ payout: z.object({ id: z.string(), state: z.string() }).nullable() })),
})

/** Ten payments of two people, ₦30,000 in all, proposed by the first of the two administrators. No other payment is proposed then. */
export async function proposeTenPayments(site: Site, staff: SitePayouts): Promise<void> {
  const address = `${site.url}/api/admin/payouts?view=to_release`
  const { items } = Proposed.parse(await callAs(staff.sessions[0], 'GET', address))
  for (const { payout } of items)
    if (payout) await staff.act(`/payouts/${payout.id}/cancel`, { expected_state: 'proposed' })
  await staff.fill(200_000)
  for (let people = 0; people < 2; people += 1) {
    const person = await applicant(site, newEmail())
    const award = await staff.grant(await person.ask(), 20_000)
    for (const amount of [1_000, 2_000, 3_000, 4_000, 5_000])
      await staff.act(`/awards/${award}/payouts`, { kind: 'manual_bank', amount })
  }
}

/** A paper, as a phone photographs it. */
export async function photo() {
  const paper = sharp({ create: { width: 1200, height: 1600, channels: 3, background: '#ddd' } })
  return { name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: await paper.jpeg().toBuffer() }
}

/** A person with a phone. */
export function thumb() {
  let taps = 0
  return {
    get taps() {
      return taps
    },
    async tap(element: Locator) {
      taps += 1
      await element.tap()
    },
  }
}
