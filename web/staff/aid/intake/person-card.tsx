/** The chosen person: what we know of them, or what to enter of someone new. */
import { useEffect, useRef } from 'react'
import { Link } from '../../../lib/router.tsx'
import { formatNaira } from '../../../../contract/platform/money.ts'
import { Banner } from '../../../ui/banner.tsx'
import { SmallButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { typeName } from '../../../words/type-name.ts'
import { intake as words } from '#words/aid/admin-intake.ts'
import { aid } from '#words/aid/aid.ts'
import { beneficiaries, review } from '#words/aid/review.ts'
import { Fact, Facts } from '../../desk/parts/facts.tsx'
import { nameOf } from '../applicants/beneficiaries.ts'
import { requestAddress } from '../../desk/places.ts'
import type { Chosen, KnownPerson } from './intake.ts'
import type { IntakeField } from './request-fields.tsx'

interface PersonCardProps {
  chosen: Chosen
  field: IntakeField
  kept: Readonly<Record<string, string>>
  onElse: () => void
}

export function PersonCard({ chosen, field, kept, onElse }: PersonCardProps) {
  const first = useRef<HTMLDivElement>(null)
  useEffect(() => first.current?.focus({ preventScroll: true }), [])
  return (
    <Card title={chosen.is === 'new' ? words.newPerson : nameOf(chosen.person.full_name)}>
      <div ref={first} tabIndex={-1} className="outline-none">
        {chosen.is === 'known' ? (
          <Known person={chosen.person} />
        ) : (
          <>
            <p className="mt-1 text-soft">{words.newPersonMore}</p>
            <div className="tiles mt-3 items-start gap-x-6 gap-y-4 [--tile:20rem]">
              <TextField
                {...field('full_name')}
                label={words.fullName}
                hint={words.fullNameHint}
                defaultValue={kept.full_name ?? chosen.name}
                autoComplete="off"
                maxLength={200}
              />
              <TextField
                {...field('phone')}
                required={false}
                note={aid.optional}
                label={aid.labels.phone}
                hint={words.phoneHint}
                type="tel"
                defaultValue={kept.phone ?? chosen.phone}
                autoComplete="off"
                maxLength={20}
              />
              <TextField
                {...field('address')}
                label={aid.labels.address}
                hint={words.addressHint}
                className="whole-line"
                defaultValue={kept.address}
                autoComplete="off"
                maxLength={500}
              />
            </div>
          </>
        )}
        <SmallButton look="quiet" className="mt-3" onClick={onElse}>
          {words.someoneElse}
        </SmallButton>
      </div>
    </Card>
  )
}

function Known({ person }: { person: KnownPerson }) {
  const open = person.application_list.filter(({ status }) => status === 'pending' || status === 'under_review')
  return (
    <>
      <Facts>
        <Fact name={beneficiaries.phone} value={person.phone} missing={beneficiaries.noPhone} />
        <Fact name={beneficiaries.address} value={person.address} missing={beneficiaries.noAddress} />
        <Fact name={beneficiaries.email} value={person.email} missing={beneficiaries.nothing} />
      </Facts>
      {open.length > 0 && (
        <Banner tone="note" title={words.openRequests(open.length)} className="mt-4">
          <p>{words.openRequestsMore}</p>
          <ul>
            {open.map((request) => (
              <li key={request.id}>
                <Link to={requestAddress(request.case_number)} state={{ id: request.id }} className="link-target">
                  {[
                    request.case_number,
                    typeName(request.application_type),
                    request.amount_requested === null ? review.noAmount : formatNaira(request.amount_requested),
                  ].join(' · ')}
                </Link>
              </li>
            ))}
          </ul>
        </Banner>
      )}
    </>
  )
}
