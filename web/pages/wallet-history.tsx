/** /wallet/history: every transaction of the wallet, and the statement of a period. The address says which is shown. */
import { Link, useLocation, useNavigate } from '../lib/router.tsx'
import styles from '../features/wallet/pages.css?url'
import { RequireSession } from '../ui/session/require-session.tsx'
import { NoScript } from '../features/sign-in/no-script.tsx'
import { HistoryView } from '../features/wallet/history-view.tsx'
import { StatementView } from '../features/wallet/statement-view.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { useHydrated } from '../lib/use-hydrated.ts'
import { walletHistory as words } from '#words/money/wallet.ts'

export const meta = () => [{ title: words.title }, { name: 'robots', content: 'noindex' }]

const TABS = [
  { name: 'transactions', text: words.transactions },
  { name: 'statement', text: words.statement },
] as const

const ADDRESSES = { transactions: '/wallet/history', statement: '/wallet/history?view=statement' } as const

export default function WalletHistoryPage() {
  return (
    <>
      {/* The precedence makes React wait for it before it shows the page. */}
      <link rel="stylesheet" href={styles} precedence="default" />
      <div className="no-print">
        <PageHead title={words.title} lead={words.lead} />
      </div>
      <div className="wrap wallet-history">
        <Link to="/wallet" className="link-target no-print">
          {words.back}
        </Link>
        <NoScript />
        <div className="needs-script">
          <Views />
        </div>
      </div>
    </>
  )
}

function Views() {
  const navigate = useNavigate()
  const { search: inAddress } = useLocation()
  // The prerendered page is the same for all of its addresses.
  const hydrated = useHydrated()
  const search = hydrated ? inAddress : ''
  const view = new URLSearchParams(search).get('view') === 'statement' ? 'statement' : 'transactions'
  return (
    <Tabs
      label={words.views}
      tabs={TABS}
      chosen={view}
      onChoose={(name) => void navigate(ADDRESSES[name], { replace: true, keepsScroll: true })}
    >
      <RequireSession skeleton={<Skeleton className="block h-96 w-full" />}>
        {(session) =>
          view === 'statement' ? (
            <StatementView session={session} search={search} />
          ) : (
            <HistoryView session={session} search={search} />
          )
        }
      </RequireSession>
    </Tabs>
  )
}
