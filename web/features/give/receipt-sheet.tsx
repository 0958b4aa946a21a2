/** The receipt itself, on screen and on paper. */
import { formatNaira } from '../../../contract/platform/money.ts'
import type { CallReply } from '../../api/client.ts'
import { site } from '../../words/site.ts'
import type { ReactNode } from 'react'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { receipt as words } from '#words/money/receipt.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { ReceiptCodeText } from './receipt-code-text.tsx'
import { QrCode } from './qr-code.tsx'

export type Receipt = CallReply<'GET /api/receipts/:code'>

const TONES = {
  success: 'good',
  pending: 'waiting',
  failed: 'bad',
  reversed: 'plain',
} as const satisfies Record<Receipt['status'], BadgeTone>

const moment = new Intl.DateTimeFormat('en-NG', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Africa/Lagos' })
const day = new Intl.DateTimeFormat('en-NG', { dateStyle: 'long', timeZone: 'Africa/Lagos' })

interface ReceiptSheetProps {
  code: string
  receipt: Receipt
  /** The state of the gift today. */
  children: ReactNode
}

export function ReceiptSheet({ code, receipt, children }: ReceiptSheetProps) {
  const { amount, fund_title: fund, status, given_back: givenBack, reference } = receipt
  const isPartlyRefunded = status === 'success' && givenBack > 0
  return (
    <article className="receipt" aria-labelledby="receipt-title">
      <p className="text-sm font-semibold text-soft">{site.name}</p>
      <h1 id="receipt-title" className="mt-1 text-2xl">
        {words.title}
      </h1>
      <p className="mt-2 mb-1 text-4xl font-bold text-leaf tabular-nums">{formatNaira(amount)}</p>
      <p aria-live="polite">{words.notes[status]}</p>
      <dl className="pairs mt-6">
        <Line name={words.fund}>{fund}</Line>
        <div>
          <dt>{words.status}</dt>
          <dd>
            <Badge tone={isPartlyRefunded ? 'plain' : TONES[status]}>
              {isPartlyRefunded ? words.partlyRefunded : words.statuses[status]}
            </Badge>
          </dd>
        </div>
        <Line name={words.paid}>{paidText(receipt)}</Line>
        {isPartlyRefunded && <Line name={words.givenBack}>{formatNaira(givenBack)}</Line>}
        <div>
          <dt>{words.reference}</dt>
          <dd className="text-sm">{reference}</dd>
        </div>
      </dl>
      {children}
      <ReceiptPaper code={code} />
      <p className="mt-6 text-sm text-soft">{words.issued(site.name)}</p>
      <p className="mt-2 text-sm text-soft">{words.keep}</p>
    </article>
  )
}

/** A gift from a wallet has the day alone: it started and was paid in the same moment, and keeps no time. */
function paidText({ created_at, paid_at }: Receipt): string {
  if (paid_at === null) return words.notPaid
  return (created_at === paid_at ? day : moment).format(new Date(paid_at))
}

function Line({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The code; and, on paper, the address of the receipt and its QR code. */
function ReceiptPaper({ code }: { code: string }) {
  const address = useHydrated() ? `${window.location.origin}/receipts/${code}` : undefined
  return (
    <div className="receipt-paper apart items-start gap-x-6 border-t border-line pt-3">
      <dl>
        <dt>{words.code}</dt>
        <dd>
          <ReceiptCodeText code={code} />
        </dd>
        <div className="print-only">
          <dt>{words.address}</dt>
          <dd className="receipt-code">{address}</dd>
        </div>
      </dl>
      <QrCode text={address} className="print-only" />
    </div>
  )
}
