/** The payment provider: whether it answers and takes our key, and whether our clocks agree. No money moves. */
import type { Env } from '../../platform/env/env.ts'
import { after, minutes, seconds, type Clock } from '../../platform/clock.ts'
import { createMetrics } from '../../platform/metrics.ts'
import { createPaystack, PAYSTACK_URL } from '../../money/payments/paystack.ts'
import { ProviderSilence } from '../../money/payments/provider-answers.ts'
import { compareClocks } from './clock.ts'
import { findingsAbout, type Finding } from './finding.ts'

const { ok, problem } = findingsAbout('payments')

export async function checkProvider({ paystack }: Env, clock: Clock): Promise<Finding[]> {
  const { secretKey, baseUrl = PAYSTACK_URL } = paystack
  if (secretKey === undefined) return [ok('Payments go to the sandbox: no real money moves.')]
  return [await askForList(baseUrl, secretKey, clock), ...(await checkClock(baseUrl, clock))]
}

/** The list of the last minute's payments: the smallest thing that needs the key. */
async function askForList(baseUrl: string, secretKey: string, clock: Clock): Promise<Finding> {
  const now = clock.now()
  try {
    const provider = createPaystack({ baseUrl, secretKey, clock, metrics: createMetrics() })
    await provider.listSuccesses({ from: after(now, -minutes(1)), to: now, page: 1 })
    return ok('The provider answers and accepts PAYSTACK_SECRET_KEY.')
  } catch (error) {
    if (error instanceof ProviderSilence && error.keyRefused)
      return problem('The provider refuses PAYSTACK_SECRET_KEY. Copy it again from its dashboard (Settings, API Keys).')
    return problem(`The provider at ${baseUrl} does not answer as expected. Check that this machine can connect to it.`)
  }
}

async function checkClock(baseUrl: string, clock: Clock): Promise<Finding[]> {
  const asked = clock.now()
  try {
    const response = await fetch(baseUrl, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(seconds(10)),
    })
    const said = Date.parse(response.headers.get('date') ?? '')
    return Number.isNaN(said) ? [] : [compareClocks(asked, clock.now(), said, "the provider's")]
  } catch {
    // An unreachable provider was reported above.
    return []
  }
}
