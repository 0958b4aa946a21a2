/** One person: what they wrote about themselves, and what they asked for. */
import type { BeneficiaryJson, BriefApplicationJson } from '../../../contract/admin.ts'
import { formatNaira } from '../../../contract/money.ts'
import { call, type CallReply } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { applications } from '#words/applications.ts'
import { lists } from '#words/administration.ts'
import { beneficiaries as words } from '#words/review.ts'
import { administrationToasts as toasts } from '#words/toasts.ts'
import { useAdministration } from './administration.ts'
import { Fact, Facts } from './facts.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { StatusBadge } from '../applications/status-badge.tsx'
import { useReport } from './use-report.ts'

interface BeneficiaryDialogProps {
  beneficiary: BeneficiaryJson
  onClose: () => void
}

export function BeneficiaryDialog({ beneficiary: { id }, onClose }: BeneficiaryDialogProps) {
  const { bearer } = useAdministration()
  const { view, reload } = useReport(
    () => call('GET /api/admin/beneficiaries/:id', { params: { id }, bearer }),
    toasts.applicationsFailed,
  )
  return (
    <Dialog title={words.dialogTitle} onClose={onClose}>
      <div className="mt-5">
        {view.is === 'there' && <Person person={view.value} />}
        {view.is === 'failed' && (
          <NotLoaded title={toasts.applicationsFailed} sentence={view.sentence} onRetry={reload} />
        )}
        {view.is === 'loading' && (
          <div aria-busy="true">
            <output className="sr-only">{lists.loading}</output>
            <Skeleton className="block h-96 w-full" />
          </div>
        )}
      </div>
      {/* Closed by the browser, which gives the focus back to the row. */}
      <form method="dialog" className="mt-6">
        <Button type="submit" look="outline" className="w-full">
          {words.close}
        </Button>
      </form>
    </Dialog>
  )
}

function Person({ person }: { person: CallReply<'GET /api/admin/beneficiaries/:id'> }) {
  const { full_name: fullName, email, phone, address, bio, application_list: list } = person
  return (
    <>
      <Facts>
        <Fact name={words.fullName} value={fullName} missing={words.nothing} />
        <Fact name={words.email} value={email} missing={words.nothing} />
        <Fact name={words.phone} value={phone} missing={words.noPhone} />
        <Fact name={words.address} value={address} missing={words.noAddress} />
        <Fact name={words.bio} value={bio} missing={words.nothing} />
      </Facts>
      <h3 className="mt-6 font-semibold">{words.list}</h3>
      {list.length === 0 ? (
        <p className="mt-1 text-soft">{words.noApplications}</p>
      ) : (
        <ul className="rows">
          {list.map((application) => (
            <BriefRow key={application.id} application={application} />
          ))}
        </ul>
      )}
    </>
  )
}

function BriefRow({ application }: { application: BriefApplicationJson }) {
  const { application_type: type, amount_requested: amount, status } = application
  return (
    <li className="row">
      <div className="row-text">
        <p className="font-semibold">{applications.types[type]}</p>
        <p className="text-sm text-soft">{amount === null ? words.noAmount : formatNaira(amount)}</p>
      </div>
      <StatusBadge status={status} />
    </li>
  )
}
