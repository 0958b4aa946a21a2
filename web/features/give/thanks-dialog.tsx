/** The thanks for a paid gift, with the receipt code that only this donor has. */
import { useState } from 'react'
import { Link } from '../../lib/router.tsx'
import { formatNaira } from '../../../contract/platform/money.ts'
import { useFundNames } from '../../lib/funds.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { langOf } from '../../ui/formatted-text.tsx'
import { textOf } from '../../words/site.ts'
import { Icon } from '../../ui/icon.tsx'
import { giving as words } from '#words/money/giving.ts'
import type { ThanksProps } from './gift.ts'
import MailReceipt from './mail-receipt.tsx'
import { ReceiptCodeText } from './receipt-code-text.tsx'

export default function ThanksDialog({ gift, onClose }: ThanksProps) {
  const { language, title, text } = textOf('thanks')
  const fund = useFundNames()(gift.donation_type)
  const said = text.replaceAll('{amount}', formatNaira(gift.amount)).replaceAll('{fund}', fund)
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="mt-3 text-lg" lang={langOf(language)}>
        {said}
      </p>
      <div className="mt-6 rounded-md bg-sunken p-4">
        <p className="text-sm text-soft">{words.receiptCode}</p>
        <ReceiptCodeText code={gift.receipt_code} className="mt-1 text-lg" />
        <CopyButton text={gift.receipt_code} />
        <p className="text-sm text-soft">{words.keepCode}</p>
      </div>
      <Link to={`/receipts/${gift.receipt_code}`} className={buttonClass('primary', 'mt-5 w-full')} onClick={onClose}>
        {words.openReceipt}
      </Link>
      <div className="mt-5">
        <MailReceipt code={gift.receipt_code} />
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button look="outline" onClick={onClose} className="grow">
          {words.another}
        </Button>
        <Link to="/" className={buttonClass('outline', 'grow')} onClick={onClose}>
          {words.home}
        </Link>
      </div>
    </Dialog>
  )
}

function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState(false)
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      (fault: unknown) => console.warn('The code could not be copied; it can be selected by hand.', fault),
    )
  }
  return (
    <button type="button" className="link-target" onClick={copy}>
      <Icon name={copied ? 'check' : 'copy'} />
      <span aria-live="polite">{copied ? words.copied : words.copy}</span>
    </button>
  )
}
