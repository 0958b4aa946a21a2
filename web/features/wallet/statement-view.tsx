/** The statement of a chosen period, on screen and on paper. */
import { useState, type FormEvent } from 'react'
import { useNavigate } from '../../lib/router.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { wallet, walletHistory as words } from '#words/money/wallet.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import type { SignedIn } from '../../api/session/session.ts'
import { LoadedPart } from '../../ui/loaded-part.tsx'
import { dayOfMoment, type Day } from '../../lib/days.ts'
import { filtersOf, isBackwards, statementAddress } from './filters.ts'
import { loadStatement } from './statement.ts'
import { StatementSheet } from './statement-sheet.tsx'

interface Period {
  readonly from: Day
  readonly to: Day
}

interface StatementViewProps {
  session: SignedIn
  /** The period, as the address has it. */
  search: string
}

/** The current month so far, if the address names no period: that of the server, as soon as it has answered. */
export function StatementView({ session, search }: StatementViewProps) {
  const navigate = useNavigate()
  const [today, setToday] = useState(() => dayOfMoment(new Date()))
  const { from = `${today.slice(0, 8)}01`, to = today } = filtersOf(new URLSearchParams(search))
  const period = { from, to }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const chosen = { ...period, ...filtersOf(new FormData(event.currentTarget)) }
    void navigate(statementAddress({ from: chosen.from, to: chosen.to }), { keepsScroll: true })
  }
  const key = statementAddress(period)
  return (
    <div className="stack gap-6">
      <details key={key} className="phone-fold no-print">
        <summary className="link-target">{words.choosePeriod}</summary>
        <form className="tiles items-end gap-4" aria-label={words.period} onSubmit={submit} noValidate>
          <TextField label={words.from} type="date" name="from" defaultValue={from} error={undefined} />
          <TextField label={words.to} type="date" name="to" defaultValue={to} error={undefined} />
          <div className="line gap-x-5 gap-y-2 sm:col-span-2">
            <Button type="submit" look="outline">
              {words.makeStatement}
            </Button>
          </div>
        </form>
      </details>
      {isBackwards(period) ? (
        <Banner tone="note" title={words.periodBackwards}>
          {null}
        </Banner>
      ) : (
        <LoadedStatement key={`sheet ${key}`} session={session} period={period} onMade={setToday} />
      )}
    </div>
  )
}

interface LoadedStatementProps {
  session: SignedIn
  period: Period
  /** Tells the day on which it was made. */
  onMade: (day: Day) => void
}

function LoadedStatement({ session, period, onMade }: LoadedStatementProps) {
  const loaded = useLoaded(async (signal) => {
    const statement = await loadStatement(session.bearer, period, signal)
    if (!signal.aborted) onMade(dayOfMoment(new Date(statement.madeAt)))
    return statement
  })
  return (
    <LoadedPart loaded={loaded} failed={wallet.unableToLoad} skeleton={<Skeleton className="block h-96 w-full" />}>
      {(statement) => (
        <>
          <StatementSheet statement={statement} period={period} owner={session.name} />
          <div className="no-print">
            <Button onClick={() => window.print()}>
              <Icon name="print" /> {words.print}
            </Button>
          </div>
        </>
      )}
    </LoadedPart>
  )
}
