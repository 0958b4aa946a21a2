import type { Page, Route } from 'playwright-core'

/**
 * Answers the first call to an address in the server's place, and lets the others through. Playwright's `times: 1` would end the rule:
 * with the last one the browser stops asking, and a call that is on its way in that moment may never be let go.
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
