/** The status of a wallet transaction in a word. */
import type { WalletTransactionStatus } from '../../contract/wallet-amounts.ts'
import { wallet as words } from '#words/wallet.ts'
import { Badge, type BadgeTone } from './badge.tsx'

const TONES: Readonly<Record<WalletTransactionStatus, BadgeTone>> = {
  completed: 'good',
  pending: 'waiting',
  failed: 'bad',
}

export function TransactionBadge({ status }: { status: WalletTransactionStatus }) {
  return <Badge tone={TONES[status]}>{words.statuses[status]}</Badge>
}
