/** Card or wallet: the choice that signed-in donors have. Loaded only for them. */
import { Suspense, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { formatNaira } from '../../../contract/platform/money.ts'
import type { WalletJson } from '../../../contract/money/wallet.ts'
import type { Bearer } from '../../api/authorization.ts'
import { call } from '../../api/client.ts'
import { createSender } from '../../api/send-once.ts'
import { Choices } from '../../ui/choices.tsx'
import { walletGiving as words } from '#words/money/wallet.ts'
import type { Gift, DonationInput } from './gift.ts'
import type { WalletPayment, WayToPayProps } from './wallet-payment.ts'

interface WalletChoiceProps extends WayToPayProps {
  bearer: Bearer
}

export default function WalletChoice(props: WalletChoiceProps) {
  const { bearer, chosen, naira, disabled, isWalletWanted, TopUp, onChoose } = props
  const [give] = useState(() => createGiver(bearer))
  const payment = (balance: number): WalletPayment => ({
    balance,
    async give(input) {
      try {
        return await give(input)
      } finally {
        // After a gift or a refusal, the balance may have changed.
        refresh()
      }
    },
  })
  const { wallet, look } = useWallet(bearer, (first) => {
    // The chosen wallet may belong to a person who was signed in before.
    if (chosen || isWalletWanted) onChoose(first.frozen ? undefined : payment(first.balance))
  })
  // Cards may be chosen before the answer comes.
  const isChosen = useRef(false)
  useEffect(() => {
    isChosen.current = chosen !== undefined
  }, [chosen])
  const refresh = () => void look().then((now) => now && isChosen.current && onChoose(payment(now.balance)))
  const known = wallet === 'failed' ? undefined : wallet
  return (
    <div className="min-h-45 sm:min-h-29">
      <Choices
        label={words.label}
        options={[
          { value: 'card', text: words.card },
          { value: 'wallet', text: words.wallet(known ? formatNaira(known.balance) : words.unknown) },
        ]}
        chosen={chosen ? 'wallet' : 'card'}
        disabled={disabled || !known || known.frozen}
        onChoose={(way) => onChoose(way === 'wallet' && known ? payment(known.balance) : undefined)}
      />
      <div className="mt-2 text-sm" aria-live="polite">
        <Hint wallet={wallet} chosen={chosen} naira={naira}>
          {(missing) => (
            // A boundary here keeps the choice on the screen while this is loaded.
            <Suspense fallback={null}>
              <TopUp bearer={bearer} naira={missing} onChange={refresh} />
            </Suspense>
          )}
        </Hint>
      </div>
    </div>
  )
}

interface HintProps extends Pick<WayToPayProps, 'chosen' | 'naira'> {
  wallet: WalletJson | 'failed' | undefined
  /** How to get what is missing, in whole naira. */
  children: (missing: number) => ReactNode
}

function Hint({ wallet, chosen, naira, children }: HintProps) {
  if (wallet === 'failed') return <p className="text-soft">{words.notLoaded}</p>
  if (wallet?.frozen) return <p className="text-soft">{words.frozen}</p>
  if (!chosen) return <p className="text-soft">{words.cardHint}</p>
  if (naira <= chosen.balance) return <p className="text-soft">{words.walletHint}</p>
  return (
    <>
      <p className="field-error">{words.insufficient(formatNaira(chosen.balance))}</p>
      {children(Math.ceil(naira - chosen.balance))}
    </>
  )
}

/** Undefined until it is known. */
function useWallet(bearer: Bearer, onFirst: (wallet: WalletJson) => void) {
  const [wallet, setWallet] = useState<WalletJson | 'failed'>()
  const first = useEffectEvent(onFirst)
  useEffect(() => {
    let shown = true
    const read = async () => {
      const now = await readWallet(bearer)
      if (!shown) return
      setWallet(now)
      if (now !== 'failed') first(now)
    }
    void read()
    return () => {
      shown = false
    }
  }, [bearer])
  const looks = useRef(0)
  const look = async () => {
    looks.current += 1
    const time = looks.current
    const now = await readWallet(bearer)
    // A later look knows more.
    if (time !== looks.current) return undefined
    setWallet(now)
    return now === 'failed' ? undefined : now
  }
  return { wallet, look }
}

async function readWallet(bearer: Bearer): Promise<WalletJson | 'failed'> {
  try {
    return await call('GET /api/wallet', { bearer })
  } catch (problem) {
    console.warn('The wallet could not be looked at.', problem)
    return 'failed'
  }
}

function createGiver(bearer: Bearer): (input: DonationInput) => Promise<Gift> {
  return createSender(async (input: DonationInput, idempotencyKey) => {
    const given = await call('POST /api/wallet/gifts', { body: input, idempotencyKey, bearer })
    const { amount, donation_type, receipt_code, transaction } = given
    return { reference: transaction.reference, receipt_code, amount, donation_type }
  })
}
