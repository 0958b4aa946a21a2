/** Load over HTTP: one flow of paying out, each piece of work with the next subject. */
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { serveRounds, variable } from '../child.ts'
import { keepAlive } from '../http.ts'
import { pathFor, payoutFlowOf } from '../payout-flows.ts'
import { Own } from '../people.ts'
import { headersOf, madeBy, Tokens } from '../record-payouts.ts'

const WORKERS = Number(variable('CONNECTIONS'))
const { calls } = payoutFlowOf(variable('FLOW'))
const bare = process.env['BARE'] !== undefined
const tokens = Tokens.parse(JSON.parse(variable('TOKENS')))
const subjects = z
  .array(Own)
  .parse(JSON.parse(readFileSync(variable('SUBJECTS'), 'utf8')))
  .values()
const client = keepAlive(variable('URL'), WORKERS)

serveRounds(WORKERS, () => async () => {
  const { value: subject, done } = subjects.next()
  // Pause instead of ending: the load lasts for a fixed time.
  if (done) return pause(50)
  const own: Record<string, string> = bare ? { 'x-own': JSON.stringify(subject) } : {}
  let made = ''
  for (const call of calls) {
    const headers = { ...headersOf(call, subject, tokens), ...own }
    const path = pathFor(call, subject, made)
    made = madeBy(await client.json({ method: 'POST', path, headers, body: call.body(subject) }))
  }
})
