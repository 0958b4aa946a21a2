/** The form of a gift: fund, amount, message. It holds what is typed; the caller pays. */
import { useEffect, useRef, type ComponentType, type FormEvent, type RefObject } from 'react'
import { MESSAGE_CHARACTERS_MAX, QUICK_AMOUNTS_NAIRA } from '../../../contract/money/funds.ts'
import { formatNaira } from '../../../contract/platform/money.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SelectField } from '../../ui/select.tsx'
import { PrivacyNote } from '../../lib/privacy-note.tsx'
import { useKnownFunds } from '../../lib/funds.ts'
import { shownVersion, site } from '../../words/site.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { giving as words } from '#words/money/giving.ts'
import { readAmount, type TypedAmount } from '../../lib/amount.ts'
import { AmountFields } from '../../ui/amount-fields.tsx'
import { donationInputOf, type Draft } from './draft.ts'
import type { DonationInput } from './gift.ts'
import { mayPay, type Giving } from './giving-state.ts'
import type { TopUpProps, WalletPayment } from './wallet-payment.ts'
import { WayToPay } from './way-to-pay.tsx'

interface GiftFormProps {
  ref: RefObject<HTMLFormElement | null>
  draft: Draft
  onDraft: (change: Partial<Draft>) => void
  /** The title of a fund that was chosen before, and takes no new gifts. */
  closedFund: string | undefined
  /** Whether the fund of a link takes gifts is not known yet: nothing is given to the one that is shown meanwhile. */
  isAsking: boolean
  giving: Giving
  /** From the wallet; undefined: by card. */
  payment: WalletPayment | undefined
  onPayment: (payment: WalletPayment | undefined) => void
  onPay: (input: DonationInput) => void
  TopUp: ComponentType<TopUpProps>
}

export function GiftForm({
  ref: form,
  draft,
  onDraft,
  closedFund,
  isAsking,
  giving,
  payment,
  onPayment,
  onPay,
  TopUp,
}: GiftFormProps) {
  const amount = readAmount(draft.amount, payment?.balance)
  const naira = amount.is === 'payable' ? amount.naira : 0
  const free = mayPay(giving)
  const funds = useKnownFunds().filter(({ open }) => open)
  const isEnough = payment === undefined || naira <= payment.balance

  const pay = (event: FormEvent) => {
    event.preventDefault()
    if (naira > 0 && free && isEnough && !isAsking) onPay(donationInputOf(draft, naira))
  }
  const faultOf = (field: string) => giving.fields.find((fault) => fault.field === field)?.message
  return (
    // The browser can send it before the page's script runs, and without it.
    <form ref={form} method="post" action="/donate" onSubmit={pay} noValidate className="grid gap-6">
      <input type="hidden" name="terms_version" value={shownVersion('terms')} />
      <SelectField
        label={words.fund}
        error={faultOf('donation_type') ?? (closedFund && words.fundClosed(closedFund))}
        name="donation_type"
        value={draft.fund}
        disabled={!free}
        onChange={({ currentTarget }) => onDraft({ fund: currentTarget.value })}
        options={funds.map(({ fund, title }) => [fund, title])}
      />
      <AmountFields
        words={words}
        quick={site.quick_amounts ?? QUICK_AMOUNTS_NAIRA}
        typed={draft.amount}
        naira={naira}
        typedFault={amountFault(amount)}
        inputMode="decimal"
        fault={faultOf('amount')}
        disabled={!free}
        onType={(typed) => onDraft({ amount: typed })}
      />
      <MessageField
        message={draft.message}
        fault={faultOf('message')}
        disabled={!free}
        onType={(message) => onDraft({ message })}
      />
      <AnonymousBox />
      <WayToPay
        chosen={payment}
        isWalletWanted={draft.fromWallet === true}
        naira={naira}
        disabled={!free}
        TopUp={TopUp}
        onChoose={(chosen) => {
          onDraft({ fromWallet: chosen !== undefined })
          onPayment(chosen)
        }}
      />
      <PayButton naira={naira} free={free} isAsking={isAsking} disabled={!isEnough} payment={payment} />
    </form>
  )
}

/** Locked, but not disabled: a disabled box leaves the tab order, and a screen reader would miss the promise. */
function AnonymousBox() {
  // Without the script nothing else locks it.
  const lock = useHydrated() ? { readOnly: true, 'aria-disabled': true } : { disabled: true }
  return <Checkbox label={words.anonymous} hint={words.anonymousHint} checked {...lock} />
}

interface PayButtonProps {
  naira: number
  free: boolean
  isAsking: boolean
  disabled: boolean
  payment: WalletPayment | undefined
}

function PayButton({ naira, free, isAsking, disabled, payment }: PayButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const hydrated = useHydrated()
  const usable = free && !disabled
  const wasUsable = useRef(usable)
  useEffect(() => {
    // A disabled button loses the focus, and so does one that is gone. After a press by keyboard it comes here once this is enabled.
    if (usable && !wasUsable.current && document.activeElement === document.body) button.current?.focus()
    wasUsable.current = usable
  }, [usable])
  return (
    <div>
      <Button
        ref={button}
        type="submit"
        look="gold"
        className="button-wide"
        disabled={hydrated && (disabled || isAsking || !free || naira === 0)}
      >
        {hydrated ? (free ? words.pay(formatNaira(naira)) : words.processing) : words.payWithoutScript}
      </Button>
      <p className="mt-3 flex gap-2 text-sm text-soft">
        <Icon name="lock" className="mt-0.5" /> {payment ? words.fromWallet : words.secure}
      </p>
      <PrivacyNote about="gift" />
    </div>
  )
}

interface MessageFieldProps {
  message: string
  fault: string | undefined
  disabled: boolean
  onType: (message: string) => void
}

function MessageField({ message, fault, disabled, onType }: MessageFieldProps) {
  const left = MESSAGE_CHARACTERS_MAX - message.length
  return (
    <Field label={words.message} note={words.optional} hint={words.messageHint} error={fault}>
      {(control) => (
        <>
          <textarea
            {...control}
            name="message"
            className="input"
            rows={3}
            maxLength={MESSAGE_CHARACTERS_MAX}
            value={message}
            disabled={disabled}
            onChange={({ currentTarget }) => onType(currentTarget.value)}
          />
          {left <= 100 && (
            <p className="field-hint" aria-live="polite">
              {words.charactersLeft(left)}
            </p>
          )}
        </>
      )}
    </Field>
  )
}

const AMOUNT_FAULTS = {
  not_a_number: words.amountNotANumber,
  too_small: words.amountTooSmall,
  too_large: words.amountTooLarge,
} as const

function amountFault(amount: TypedAmount): string | undefined {
  if (amount.is === 'unclear') return amount.question
  return amount.is === 'empty' || amount.is === 'payable' ? undefined : AMOUNT_FAULTS[amount.is]
}
