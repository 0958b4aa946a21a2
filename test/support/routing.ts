/**
 * Answers calls of the page in place of the server, for a while. Playwright's `unroute` and `times: 1` remove the rule: without any
 * rules the browser stops intercepting, and a call in flight at that moment may never continue. These rules stay, and pass calls on.
 */
import type { Page, Route } from 'playwright-core'

type Address = string | RegExp
type Answer = (route: Route) => Promise<void>

/** Answers the first call to an address, and passes the others on. */
export async function routeOnce(page: Page, address: Address, answer: Answer): Promise<void> {
  const end = await routeForNow(page, address, (route) => {
    end()
    return answer(route)
  })
}

/** Answers the calls to an address until the function that it returns is called. */
export async function routeForNow(page: Page, address: Address, answer: Answer): Promise<() => void> {
  let isOver = false
  await page.route(address, (route) => (isOver ? route.fallback() : answer(route)))
  return () => {
    isOver = true
  }
}
