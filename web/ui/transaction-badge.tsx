/** The status of a wallet transaction in a word. */
import type { WalletTransactionStatus } from '../../contract/money/wallet-amounts.ts'
import { wallet as words } from '#words/money/wallet.ts'
import { Badge, type BadgeTone } from './badge.tsx'

const TONES: Readonly<Record<WalletTransactionStatus, BadgeTone>> = {
  completed: 'good',
  pending: 'waiting',
  failed: 'bad',
}

/** @param canceled by its owner: then it reads so instead of Failed */
export function TransactionBadge({
  status,
  canceled = false,
}: {
  status: WalletTransactionStatus
  canceled?: boolean
}) {
  if (status === 'failed' && canceled) return <Badge tone="plain">{words.canceled}</Badge>
  return <Badge tone={TONES[status]}>{words.statuses[status]}</Badge>
}
