/** One person: their profile, and their requests. */
import { Link } from '../../../lib/router.tsx'
import type { BriefApplicationJson } from '../../../../contract/aid/admin.ts'
import { formatNaira } from '../../../../contract/platform/money.ts'
import type { CallReply } from '../../../api/client.ts'
import { applications } from '#words/aid/applications.ts'
import { audit } from '#words/office/audit.ts'
import { beneficiaries as words } from '#words/aid/review.ts'
import { administrationToasts as toasts } from '#words/aid/admin-toasts.ts'
import { May } from '../../desk/may.tsx'
import { placeAddress } from '../../desk/places.ts'
import { Claims } from './claims.tsx'
import { Fact, Facts } from '../../desk/parts/facts.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { ReportDialog } from '../../desk/parts/report-dialog.tsx'

interface BeneficiaryDialogProps {
  id: string
  onChanged: () => void
  onClose: () => void
}

/** @param props.onChanged called after a claim was undone: the list has another person */
export function BeneficiaryDialog({ id, onChanged, onClose }: BeneficiaryDialogProps) {
  return (
    <ReportDialog
      title={words.dialogTitle}
      from="GET /api/admin/beneficiaries/:id"
      input={{ params: { id } }}
      failed={toasts.applicationsFailed}
      onClose={onClose}
    >
      {(person) => <Person person={person} onChanged={onChanged} />}
    </ReportDialog>
  )
}

interface PersonProps {
  person: CallReply<'GET /api/admin/beneficiaries/:id'>
  onChanged: () => void
}

function Person({ person, onChanged }: PersonProps) {
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
      <May duty="see_audit">
        <Link to={placeAddress('audit', { person: person.user_id })} className="link-target mt-3">
          {audit.aboutPerson}
        </Link>
      </May>
      <Claims person={person} onChanged={onChanged} />
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
  const { case_number: number, application_type: type, amount_requested: amount, status } = application
  return (
    <li className="row">
      <div className="row-text">
        <p className="font-semibold">{applications.types[type]}</p>
        <p className="text-sm text-soft">
          {[number, amount === null ? words.noAmount : formatNaira(amount)].join(' · ')}
        </p>
      </div>
      <StatusBadge status={status} />
    </li>
  )
}
