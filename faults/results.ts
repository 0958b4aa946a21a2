/** Writes the outcomes of faults: a table with a line for each promise, and below it the breaches. */
import { aligned } from '../bench/results.ts'
import { isKept, type Outcome } from './outcome.ts'

export interface Result extends Outcome {
  readonly name: string
  readonly seconds: number
}

const BREACHES_SHOWN_MAX = 5
const BREACH_CHARACTERS_MAX = 500

export function writeResults(results: readonly Result[]): string {
  const lines = results.flatMap(({ name, findings }) =>
    findings.map((finding) => [
      name,
      finding.promise,
      String(finding.checked),
      String(finding.breaches.length),
      isKept(finding) ? 'yes' : '**no**',
    ]),
  )
  return [
    ...results.map(({ name, done, seconds }) => `- **${name}** (${seconds} s): ${done}`),
    '',
    ...aligned([['fault', 'promise', 'checked', 'broken', 'kept'], ...lines]),
    ...results.flatMap(writeBreaches),
  ].join('\n')
}

function writeBreaches({ name, findings }: Result): string[] {
  const broken = findings.filter(({ breaches }) => breaches.length > 0)
  return broken.map(({ promise, breaches }) => {
    const shown = breaches.slice(0, BREACHES_SHOWN_MAX).map((breach) => `- ${breach.slice(0, BREACH_CHARACTERS_MAX)}`)
    const more = breaches.length > shown.length ? `\n- and ${breaches.length - shown.length} more` : ''
    return `\n${name}, "${promise}":\n\n${shown.join('\n')}${more}`
  })
}
