/** /wallet: the signed-in user's naira. Its parts are in features/wallet. */
import styles from '../features/wallet/pages.css?url'
import { RequireSession } from '../ui/session/require-session.tsx'
import { NoScript } from '../features/sign-in/no-script.tsx'
import { WalletSkeleton, WalletView } from '../features/wallet/wallet-view.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { wallet as words } from '#words/money/wallet.ts'

export const meta = () => [{ title: words.title }, { name: 'robots', content: 'noindex' }]

export default function WalletPage() {
  return (
    <>
      {/* The precedence makes React wait for it before it shows the page. */}
      <link rel="stylesheet" href={styles} precedence="default" />
      <PageHead art="wallet" title={words.title} lead={words.lead} />
      <div className="wrap page-head-overlap min-h-[85vh]">
        <NoScript />
        <div className="needs-script">
          <RequireSession skeleton={<WalletSkeleton />}>{(session) => <WalletView session={session} />}</RequireSession>
        </div>
      </div>
    </>
  )
}
