/** The headline of /transparency: what reached people, and what they confirmed. */
import { formatNaira } from '../../../contract/platform/money.ts'
import { Figures } from '../../ui/figures.tsx'
import { months } from '#words/money/months.ts'
import { transparency as words } from '#words/proof/transparency.ts'
import type { Described } from './described-payments.tsx'
import type { Funds } from './funds.ts'

type Part = Funds['together']['promised']

interface OutflowHeadlineProps {
  /** Undefined until they are loaded. */
  funds: Funds | undefined
  described: Described | undefined
}

export function OutflowHeadline({ funds, described }: OutflowHeadlineProps) {
  const given = funds?.funds.reduce((sum, { received }) => sum + received, 0)
  const { promised, paid_out: paidOut } = funds?.together ?? {}
  const amount = (naira: number | undefined) => (naira === undefined ? words.unknown : formatNaira(naira))
  const named = (name: string, part: Part | undefined) => (part ? words.asOf(name, months.name(part.month)) : name)
  return (
    <section aria-labelledby="headline" className="grid gap-3">
      <h2 id="headline" className="text-2xl">
        {words.headline}
      </h2>
      <Figures
        label={words.headline}
        className="figures-pairs"
        figures={[
          { name: named(words.paidOut, paidOut), figure: amount(paidOut?.amount) },
          { name: named(words.promised, promised), figure: amount(promised?.amount) },
          { name: words.given, figure: amount(given) },
          { name: words.confirmedName, figure: confirmedOf(described) },
        ]}
      />
      <p className="max-w-2xl">{words.headlineRule}</p>
    </section>
  )
}

function confirmedOf(described: Described | undefined): string {
  if (!described) return words.unknown
  const sum = (name: 'payments' | 'confirmed') =>
    described.rows.reduce((total, row) => total + row[name], 0).toLocaleString('en-NG')
  return described.rows.length === 0 ? words.confirmedNone : words.confirmed(sum('confirmed'), sum('payments'))
}
