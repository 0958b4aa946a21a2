/** Wallets with a loss, and where money was lost. */
import { Card } from '../../ui/card.tsx'
import { adminReportToasts as toasts } from '#words/money/admin-report-toasts.ts'
import { books } from '#words/money/admin-reports.ts'
import { frozenWallets as words } from '#words/money/frozen-wallets.ts'
import { EndpointPart } from '../desk/parts/endpoint-part.tsx'
import { Balances } from './balances.tsx'
import { FrozenWallet } from './problems.tsx'

export function LossesPage() {
  return (
    <EndpointPart from="GET /api/admin/books" input={{}} failed={toasts.booksFailed}>
      {({ frozen_wallets: wallets, balances }, reload) => (
        <>
          <Card title={words.title}>
            {wallets.length === 0 && <p className="mt-2 text-soft">{words.none}</p>}
            <ul className="rows problems">
              {wallets.map((wallet) => (
                <FrozenWallet key={wallet.wallet_id} wallet={wallet} isOpen onChanged={reload} />
              ))}
            </ul>
          </Card>
          <Card title={books.losses}>
            <p className="mt-2 mb-4 text-soft">{books.lossesHint}</p>
            <Balances
              caption={books.losses}
              balances={balances}
              kinds={['lost', 'loss', 'counted', 'operating', 'covered']}
            />
          </Card>
        </>
      )}
    </EndpointPart>
  )
}
