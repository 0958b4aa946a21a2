import type { Page, Route } from 'playwright-core'

/**
 * Answers the first call to an address in place of the server, and passes the others on. Playwright's `times: 1` removes the rule:
 * without any rules the browser stops intercepting, and a call in flight at that moment may never continue.
 */
export async function routeOnce(
  page: Page,
  address: string | RegExp,
  answer: (route: Route) => Promise<void>,
): Promise<void> {
  let answered = false
  await page.route(address, (route) => {
    if (answered) return route.fallback()
    answered = true
    return answer(route)
  })
}
