/** Whether the balance at the provider is enough for the bank payments that wait. */
import { formatNaira } from '../../../../contract/platform/money.ts'
import type { CallReply } from '../../../api/client.ts'
import { formatDayAndTime } from '../../../lib/format-date.ts'
import { Banner } from '../../../ui/banner.tsx'
import { transferBalance as words } from '#words/aid/admin-transfers.ts'

type Balance = NonNullable<CallReply<'GET /api/admin/payouts'>['balance']>

export function BalanceNote({ balance: { held, waiting, checked_at: at } }: { balance: Balance }) {
  const asked = words.asked(formatDayAndTime(at))
  if (held >= waiting) {
    return (
      <p className="text-soft">
        {words.enough(formatNaira(held), formatNaira(waiting))} {asked}.
      </p>
    )
  }
  return (
    <Banner tone="bad" title={words.short}>
      <p>{words.topUp(formatNaira(held), formatNaira(waiting), formatNaira(waiting - held))}</p>
      <p>{asked}.</p>
    </Banner>
  )
}
