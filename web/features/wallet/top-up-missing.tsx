/** Tops up what a gift lacks, beside the form of the gift. */
import { useState } from 'react'
import { formatNaira } from '../../../contract/platform/money.ts'
import type { WalletTransactionJson } from '../../../contract/money/wallet.ts'
import type { Bearer } from '../../api/authorization.ts'
import { SmallButton } from '../../ui/button.tsx'
import { wallet, walletGiving as words } from '#words/money/wallet.ts'
import { useTopUps } from './use-top-ups.ts'

const NONE: readonly WalletTransactionJson[] = []

interface TopUpMissingProps {
  bearer: Bearer
  /** In whole naira. */
  naira: number
  /** The balance may have changed. */
  onChange: () => void
}

export default function TopUpMissing({ bearer, naira, onChange }: TopUpMissingProps) {
  const [reference, setReference] = useState<string>()
  const { topUps, run } = useTopUps(bearer, NONE, (changed) => {
    setReference(changed)
    onChange()
  })
  const asked = reference === undefined ? undefined : topUps.asked.get(reference)
  const isBusy = topUps.open !== null
  return (
    <>
      <SmallButton className="mt-2" busy={isBusy} onClick={() => void run.start(naira)}>
        {isBusy ? wallet.opening : words.topUpMissing(formatNaira(naira))}
      </SmallButton>
      {asked?.status === 'pending' && <p className="mt-2">{words.topUpChecking}</p>}
    </>
  )
}
