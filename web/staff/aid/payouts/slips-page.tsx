/** The slips of payments, to be printed: name, amount, number, code and signatures, and nothing about the kind of aid. */
import { useLocation } from '../../../lib/router.tsx'
import { formatNaira } from '../../../../contract/platform/money.ts'
import { call, type CallReply } from '../../../api/client.ts'
import { nairaInWords } from '../../../lib/naira-in-words.ts'
import { useLoaded } from '../../../lib/use-loaded.ts'
import { SmallButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LoadedPart } from '../../../ui/loaded-part.tsx'
import { site } from '../../../words/site.ts'
import { slips as words } from '#words/aid/admin-payouts.ts'
import { useAdministration } from '../../desk/administration.ts'
import { ListSkeleton } from '../../desk/parts/list-skeleton.tsx'
import { SlipLine } from '../../desk/parts/slip-line.tsx'
import { useFailureToast } from '../../desk/parts/use-failure-toast.ts'

type Slip = CallReply<'GET /api/admin/payouts/:id/slip'>

export function SlipsPage() {
  const { bearer } = useAdministration()
  const { search } = useLocation()
  const ids = new URLSearchParams(search).getAll('id')
  const loaded = useLoaded(
    (signal) =>
      Promise.all(ids.map((id) => call('GET /api/admin/payouts/:id/slip', { params: { id }, bearer, signal }))),
    { onProblem: useFailureToast(words.notLoaded) },
  )
  if (ids.length === 0) return <EmptyState icon="print" title={words.none} text={words.noneMore} />
  return (
    <LoadedPart loaded={loaded} failed={words.notLoaded} skeleton={<ListSkeleton />}>
      {(slips) => (
        <div className="grid gap-6">
          <SmallButton className="no-print justify-self-start" onClick={() => window.print()}>
            <Icon name="print" /> {words.print}
          </SmallButton>
          {slips.map((slip) => (
            <SlipPaper key={slip.slip} slip={slip} />
          ))}
        </div>
      )}
    </LoadedPart>
  )
}

function SlipPaper({ slip: { slip, code, full_name: name, amount } }: { slip: Slip }) {
  const address = `${window.location.host}/confirm`
  return (
    <section className="slip grid gap-4" aria-label={slip}>
      <p className="flex justify-between gap-4 text-lg font-bold">
        {site.name} <span>{slip}</span>
      </p>
      <dl className="grid gap-2">
        <SlipLine name={words.for} value={name} />
        <SlipLine name={words.amount} value={`${formatNaira(amount)} (${nairaInWords(amount)})`} />
        <SlipLine name={words.number} value={slip} />
        <SlipLine name={words.code} value={code ?? words.codeHidden} />
      </dl>
      <p>
        {words.check} <strong>{address}</strong> {words.checkHow}
      </p>
      {[words.received, words.handedOver, words.day].map((line) => (
        <p key={line} className="border-b border-ink pt-8 text-sm text-soft">
          {line}
        </p>
      ))}
    </section>
  )
}
