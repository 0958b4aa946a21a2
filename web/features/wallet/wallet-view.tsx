/** The wallet of whoever is signed in: what it holds, topping it up, and its latest transactions. */
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { formatNaira } from '../../../contract/money.ts'
import type { WalletJson, WalletTransactionJson } from '../../../contract/wallet.ts'
import { call } from '../../api/client.ts'
import { site } from '../../content/site.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { wallet as words } from '#words/wallet.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import type { SignedIn } from '../../api/session/session.ts'
import { TopUpDialog } from './top-up-dialog.tsx'
import type { TopUpsRun, TopUpsState } from './top-ups.ts'
import { TransactionRow } from './transaction-row.tsx'
import { useTopUps } from './use-top-ups.ts'

/** Shown of those that are fetched (spec section 9: 50, the contract's own default). */
const SHOWN = 3

const NONE: readonly WalletTransactionJson[] = []

export function WalletView({ session: { bearer } }: { session: SignedIn }) {
  const { view, reload } = useLoaded(async () => {
    const [wallet, { items }] = await Promise.all([
      call('GET /api/wallet', { bearer }),
      call('GET /api/wallet/transactions', { query: {}, bearer }),
    ])
    return { wallet, items }
  })
  const { topUps, run } = useTopUps(bearer, view.is === 'there' ? view.value.items : NONE, reload)
  if (view.is === 'loading') return <WalletSkeleton />
  if (view.is === 'failed')
    return (
      <div className="card card-raised">
        <NotLoaded title={words.unableToLoad} sentence={view.sentence} onRetry={reload} />
      </div>
    )
  const { wallet, items } = view.value
  return (
    <div className="wallet">
      <BalanceCard wallet={wallet} topUps={topUps} run={run} />
      <Card title={words.recent}>
        {items.length === 0 ? (
          <div className="mt-4">
            <EmptyState icon="coins" title={words.none} text={words.noneMore} />
          </div>
        ) : (
          <ul className="rows mt-3">
            {items.slice(0, SHOWN).map((transaction) => (
              <TransactionRow key={transaction.id} transaction={transaction} topUps={topUps} run={run} />
            ))}
          </ul>
        )}
        {items.length > SHOWN && (
          <Link to="/wallet/history" className="link-target mt-3">
            {words.all}
          </Link>
        )}
      </Card>
    </div>
  )
}

interface BalanceCardProps {
  wallet: WalletJson
  topUps: TopUpsState
  run: TopUpsRun
}

function BalanceCard({ wallet: { balance, frozen }, topUps, run }: BalanceCardProps) {
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    // Drawn first: a dialog that is still open lets nothing behind it have the focus.
    flushSync(() => setOpen(false))
    // The checkout takes the focus by itself, and this gets it back when that closes.
    button.current?.focus()
  }
  return (
    <section className="card card-raised" aria-labelledby="balance-title">
      <h2 id="balance-title" className="text-xl">
        {words.balance}
      </h2>
      <p className="wallet-balance" aria-live="polite">
        {formatNaira(balance)} <span>{words.currency}</span>
      </p>
      {frozen && <Frozen />}
      <div className="wallet-actions">
        <Button ref={button} disabled={frozen} busy={topUps.open !== null} onClick={() => setOpen(true)}>
          {words.topUp}
        </Button>
        <Link to="/wallet/history" className={buttonClass('outline')}>
          {words.history}
        </Link>
      </div>
      {!frozen && <GiveLine />}
      {topUps.refused?.resumable !== undefined && <TooMany reference={topUps.refused.resumable} run={run} />}
      {isOpen && <TopUpDialog typed={typed} onType={setTyped} topUps={topUps} run={run} onClose={close} />}
    </section>
  )
}

function GiveLine() {
  return (
    <p className="mt-4 text-sm text-soft">
      {words.giveMore}{' '}
      <Link to="/donate" className="link">
        {words.give}
      </Link>
    </p>
  )
}

function TooMany({ reference, run }: { reference: string; run: TopUpsRun }) {
  return (
    <Banner tone="note" title={words.tooManyTitle} className="mt-4">
      <p>{words.tooMany}</p>
      <Button look="outline" className="button-small mt-3" onClick={() => void run.resume(reference)}>
        {words.resumeOpen}
      </Button>
    </Banner>
  )
}

function Frozen() {
  const { email } = site.support
  return (
    <Banner tone="bad" title={words.frozenTitle} className="mt-4">
      <p>
        {words.frozen}{' '}
        <a href={`mailto:${email}`} className="link">
          {email}
        </a>
      </p>
    </Banner>
  )
}

/** As large as what comes. */
export function WalletSkeleton() {
  return (
    <div className="wallet" aria-busy="true">
      <section className="card card-raised">
        <h2 className="text-xl">{words.balance}</h2>
        <p className="wallet-balance">
          <Skeleton className="w-48" />
        </p>
        <div className="wallet-actions">
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </div>
        <GiveLine />
      </section>
      <section className="card">
        <h2 className="text-xl">{words.recent}</h2>
        <Skeleton className="mt-5 block h-56 w-full" />
      </section>
    </div>
  )
}
