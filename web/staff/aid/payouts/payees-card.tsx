/** The bank accounts that people must look at before they are used, and those of vendors. */
import { call, type CallReply } from '../../../api/client.ts'
import { formatDay } from '../../../lib/format-date.ts'
import { useLocation } from '../../../lib/router.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { SmallButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { LoadedPart } from '../../../ui/loaded-part.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { payees as words } from '#words/aid/admin-payees.ts'
import { useAdministration } from '../../desk/administration.ts'
import { ListToolbar } from '../../desk/lists/list-toolbar.tsx'
import { Decision } from '../../desk/parts/decision.tsx'
import { Fact, Facts } from '../../desk/parts/facts.tsx'
import { Opener } from '../../desk/parts/opener.tsx'
import { nameOfPerson } from '../../desk/parts/people.ts'
import { useFailureToast } from '../../desk/parts/use-failure-toast.ts'
import { useEndpoint } from '../../desk/queries.ts'
import { usePayoutAct } from './use-payout-act.ts'
import { VendorDialog } from './vendor-dialog.tsx'
import { May } from '../../desk/may.tsx'

type Payee = CallReply<'GET /api/admin/payees'>['items'][number]

export function PayeesCard() {
  const typed = new URLSearchParams(useLocation().search).get('search')?.trim() ?? ''
  const query = typed === '' ? {} : { search: typed }
  const loaded = useEndpoint('GET /api/admin/payees', { query }, { onProblem: useFailureToast(words.notLoaded) })
  return (
    <Card title={words.title}>
      <p className="mt-1 text-soft">{words.lead}</p>
      <LoadedPart loaded={loaded} failed={words.notLoaded} skeleton={<Skeleton className="mt-4 block h-16" />}>
        {({ items, more }) => (
          <>
            {(more || typed !== '') && (
              <div className="mt-4">
                <ListToolbar place="payouts/accounts" searchHint={words.searchHint} filters={[]} isDense />
              </div>
            )}
            {items.length === 0 && <p className="mt-3">{typed === '' ? words.none : words.notFoundHere}</p>}
            <ul className="rows">
              {items.map((payee) => (
                <li key={payee.id} className="py-4">
                  <PayeeRow payee={payee} onChanged={loaded.reload} />
                </li>
              ))}
            </ul>
            {more && <p className="text-soft">{words.more}</p>}
          </>
        )}
      </LoadedPart>
      <May duty="propose_payments">
        <Opener text={words.add} className="mt-4">
          {(close) => <VendorDialog onClose={close} onDone={loaded.reload} />}
        </Opener>
      </May>
    </Card>
  )
}

function PayeeRow({ payee, onChanged }: { payee: Payee; onChanged: () => void }) {
  const { bearer, may } = useAdministration()
  const { busy, act, step } = usePayoutAct(onChanged)
  const { id, kind, name, account_name: account, bank_name: bank, account_ending: ending, proposal } = payee
  const params = { id }
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <strong className="wrap-anywhere">{name}</strong> <span className="text-soft">{words.kinds[kind]}</span>
        <Badge tone={payee.needs_check ? 'waiting' : 'good'}>
          {payee.needs_check ? words.needsCheck : words.usable}
        </Badge>
        {payee.shared && <Badge tone="bad">{words.shared}</Badge>}
        {payee.by_applicant && <Badge tone="plain">{words.byApplicant}</Badge>}
      </p>
      <Facts>
        {payee.relation && <Fact name={words.relation} value={words.relations[payee.relation]} />}
        <Fact name={words.bankSays} value={account} />
        <Fact name={words.account} value={words.ending(bank, ending)} />
        {payee.changes.map(({ what, before, at }) => (
          <Fact key={what} name={words.changed} value={words.changedOn(words.changes[what](before), formatDay(at))} />
        ))}
      </Facts>
      <p className="mt-1 text-sm text-soft">
        {payee.confirmed_by && words.confirmedBy(nameOfPerson(payee.confirmed_by))}
      </p>
      <div className="mt-3 flex flex-wrap gap-3 empty:hidden">
        {payee.may_check && may('propose_payments') && (
          <SmallButton
            busy={busy === 'check'}
            aria-label={words.checkOf(name)}
            onClick={() =>
              void act('check', () => call('POST /api/admin/payees/:id/check', { params, bearer }), {
                done: words.checked,
                failed: words.notChecked,
              })
            }
          >
            {words.check}
          </SmallButton>
        )}
      </div>
      {step}
      {proposal && <Decision decision={proposal} name={name} onChanged={onChanged} />}
    </>
  )
}
