/** Figures that were published and were false, each beside what it should have said, with their entries of the log. */
import { formatNaira } from '../../../contract/platform/money.ts'
import type { CallReply } from '../../api/client.ts'
import { dayInWords } from '../../lib/days.ts'
import { useFundNames } from '../../lib/funds.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { funds } from '#words/money/funds.ts'
import { months as words } from '#words/money/months.ts'

type Correction = CallReply<'GET /api/transparency/months'>['corrections'][number]

const PARTS = [
  ['promised', funds.promised],
  ['paid_out', funds.paidOut],
  ['lost', funds.lost],
] as const

export function Corrections({ corrections }: { corrections: readonly Correction[] }) {
  const nameOf = useFundNames()
  if (corrections.length === 0) return null
  return (
    <Disclosure title={words.corrected(corrections.length)}>
      <p>{words.correctedLead}</p>
      <ul className="grid list-disc gap-2 pl-5">
        {corrections.map((correction) => (
          <li key={correction.entry}>
            {sentenceOf(correction, correction.scope === 'all' ? words.all : nameOf(correction.scope))}
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}

function sentenceOf({ day, entry, corrected_by: by, said, corrected }: Correction, scope: string): string {
  const changes = PARTS.flatMap(([part, name]) => {
    const now = corrected[part]
    return now === said[part]
      ? []
      : [words.change(name, formatNaira(said[part]), now === null ? null : formatNaira(now))]
  })
  return words.correction({ scope, day: dayInWords(day), changes, entry, by })
}
