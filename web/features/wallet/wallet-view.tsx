/** The signed-in person's wallet: its balance, topping it up, and its latest transactions. */
import { useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { Link } from '../../lib/router.tsx'
import { formatNaira } from '../../../contract/platform/money.ts'
import type { WalletJson, WalletTransactionJson } from '../../../contract/money/wallet.ts'
import { call } from '../../api/client.ts'
import { site } from '../../words/site.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, SmallButton, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { LoadedPart } from '../../ui/loaded-part.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { wallet as words } from '#words/money/wallet.ts'
import { useLoaded, type Loaded } from '../../lib/use-loaded.ts'
import type { SignedIn } from '../../api/session/session.ts'
import { TopUpDialog } from './top-up-dialog.tsx'
import type { TopUpsRun, TopUpsState } from './top-ups.ts'
import { TransactionList } from './transaction-list.tsx'
import { useTopUps } from './use-top-ups.ts'

/** How many are shown of those that are fetched (spec section 9: 50, the contract's own default). */
const SHOWN = 3

const NONE: readonly WalletTransactionJson[] = []

export function WalletView({ session: { bearer } }: { session: SignedIn }) {
  const wallet = useLoaded((signal) => call('GET /api/wallet', { bearer, signal }))
  const transactions = useLoaded((signal) => call('GET /api/wallet/transactions', { query: {}, bearer, signal }))
  const listed = transactions.view.is === 'there' ? transactions.view.value.items : NONE
  const { topUps, run } = useTopUps(bearer, listed, () => {
    wallet.reload()
    transactions.reload()
  })
  return (
    <div className="wallet">
      <LoadedBalance loaded={wallet} topUps={topUps} run={run} />
      <Card title={words.recent}>
        <div className="mt-4">
          <LoadedPart
            loaded={transactions}
            failed={words.transactionsNotLoaded}
            skeleton={<Skeleton className="block h-56 w-full" />}
          >
            {({ items }) => <Recent items={items} topUps={topUps} run={run} />}
          </LoadedPart>
        </div>
      </Card>
    </div>
  )
}

interface TopUpProps {
  topUps: TopUpsState
  run: TopUpsRun
}

function LoadedBalance({ loaded, ...topUp }: TopUpProps & { loaded: Loaded<WalletJson> }) {
  const { view, reload } = loaded
  if (view.is === 'loading') return <BalanceSkeleton />
  const notLoaded = view.problem !== undefined && (
    <NotLoaded title={words.unableToLoad} problem={view.problem} onRetry={reload} />
  )
  if (view.is === 'failed') return <div className="card card-raised">{notLoaded}</div>
  return <BalanceCard wallet={view.value} notLoaded={notLoaded} {...topUp} />
}

function Recent({ items, topUps, run }: TopUpProps & { items: readonly WalletTransactionJson[] }) {
  if (items.length === 0) return <EmptyState icon="coins" title={words.none} text={words.noneMore} />
  return (
    <>
      <TransactionList items={items} topUps={topUps} run={run} shown={SHOWN} />
      {items.length > SHOWN && (
        <Link to="/wallet/history" className="link-target mt-3">
          {words.all}
        </Link>
      )}
    </>
  )
}

interface BalanceCardProps extends TopUpProps {
  wallet: WalletJson
  /** Shown where a reload failed: the balance may be out of date. */
  notLoaded: ReactNode
}

function BalanceCard({ wallet: { balance, frozen }, notLoaded, topUps, run }: BalanceCardProps) {
  const canGive = balance > 0 && !frozen
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    // Rendered first: an open dialog lets nothing behind it have the focus.
    flushSync(() => setOpen(false))
    // The checkout takes the focus, and this button gets it back when the checkout closes.
    button.current?.focus()
  }
  return (
    <section className="card card-raised" aria-labelledby="balance-title">
      <h2 id="balance-title" className="text-xl">
        {words.balance}
      </h2>
      <p className="wallet-balance" aria-live="polite">
        <span>{formatNaira(balance)}</span> <span className="text-lg text-soft">{words.currency}</span>
      </p>
      {notLoaded}
      {frozen && <Frozen />}
      <div className="tiles mt-5 gap-3 [--tile:8rem]">
        {canGive && <GiveLink look="gold" />}
        <Button
          ref={button}
          look={canGive ? 'outline' : 'primary'}
          className={canGive ? '' : 'col-span-full'}
          disabled={frozen}
          busy={topUps.open !== null}
          onClick={() => setOpen(true)}
        >
          {words.topUp}
        </Button>
        {!canGive && <GiveLink look="outline" />}
        <Link to="/wallet/history" className={buttonClass('outline')}>
          {words.history}
        </Link>
      </div>
      {topUps.refused?.resumable !== undefined && <TooMany reference={topUps.refused.resumable} run={run} />}
      {isOpen && <TopUpDialog typed={typed} onType={setTyped} topUps={topUps} run={run} onClose={close} />}
    </section>
  )
}

/** Gold where the balance can be given; otherwise a gift is paid by card. */
function GiveLink({ look }: { look: 'gold' | 'outline' }) {
  return (
    <Link to="/donate" className={buttonClass(look, look === 'gold' ? 'col-span-full' : '')}>
      {words.give}
    </Link>
  )
}

function TooMany({ reference, run }: { reference: string; run: TopUpsRun }) {
  return (
    <Banner tone="note" title={words.tooManyTitle} className="mt-4">
      <p>{words.tooMany}</p>
      <SmallButton className="mt-3" onClick={() => void run.resume(reference)}>
        {words.resumeOpen}
      </SmallButton>
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

/** As large as the content. */
function BalanceSkeleton() {
  return (
    <section className="card card-raised" aria-busy="true">
      <h2 className="text-xl">{words.balance}</h2>
      <p className="wallet-balance">
        <Skeleton className="w-48" />
      </p>
      <div className="tiles mt-5 gap-3 [--tile:8rem]">
        <Skeleton className="col-span-full h-12" />
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
      </div>
    </section>
  )
}

export function WalletSkeleton() {
  return (
    <div className="wallet" aria-busy="true">
      <BalanceSkeleton />
      <section className="card">
        <h2 className="text-xl">{words.recent}</h2>
        <Skeleton className="mt-4 block h-56 w-full" />
      </section>
    </div>
  )
}
