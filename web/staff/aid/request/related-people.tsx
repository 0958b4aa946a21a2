/** The people who may belong together with an applicant: their household, possible duplicates, and what reviewers say of them. */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { PERSON_LINKS, type PersonLink } from '../../../../contract/platform/admin-fields.ts'
import type { ApplicationDetailsJson, RelatedPersonJson } from '../../../../contract/aid/admin.ts'
import { call } from '../../../api/client.ts'
import { formatDayAndTime } from '../../../lib/format-date.ts'
import { Badge } from '../../../ui/badge.tsx'
import { SmallButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { review as words } from '#words/aid/review.ts'
import { useAdministration } from '../../desk/administration.ts'
import { nameOfPerson } from '../../desk/parts/people.ts'
import { useOutcome } from '../../desk/parts/use-outcome.ts'
import { BriefList } from './related.tsx'

const SHOWN_FIRST = 3

/** @param props.onChanged called after a reviewer has linked two people, or taken it back */
export function RelatedPeople({ details, onChanged }: { details: ApplicationDetailsJson; onChanged: () => void }) {
  const { may } = useAdministration()
  const { possible_duplicates: people, applicant, own } = details
  const acted = useRef<string>(undefined)
  useEffect(() => {
    if (acted.current === undefined) return
    const row = document.getElementById(rowOf(acted.current))
    const { activeElement: active } = document
    // Until the request was read again, the focus is on the button that was pressed.
    if (row?.contains(active)) return
    acted.current = undefined
    // The button is gone, and the person may stand in the other card now.
    if (active === document.body) row?.focus()
  })
  const household = people.filter(({ in_household: isMember }) => isMember)
  const others = people.filter(({ in_household: isMember }) => !isMember)
  const related = (person: RelatedPersonJson) => (
    <>
      <Related person={person} />
      {applicant.id !== null && !own && may('decide_requests') && (
        <Links
          applicant={applicant.id}
          person={person}
          onChanged={() => {
            acted.current = person.id
            onChanged()
          }}
        />
      )}
    </>
  )
  return (
    <>
      {household.length > 0 && (
        <Card title={words.household}>
          <p className="mt-2 text-soft">{words.householdHint}</p>
          <People people={household} render={related} />
        </Card>
      )}
      <Card title={words.duplicates}>
        <p className="mt-2 text-soft">{others.length === 0 ? words.noDuplicates : words.duplicatesHint}</p>
        <People people={others} render={related} />
      </Card>
    </>
  )
}

const rowOf = (id: string) => `related-${id}`

interface PeopleProps {
  people: readonly RelatedPersonJson[]
  render: (person: RelatedPersonJson) => ReactNode
}

/** A phone that a camp shares leads to many people: the case below stays near, and the page is drawn quickly. */
function People({ people, render }: PeopleProps) {
  const [isAll, setAll] = useState(false)
  return (
    <>
      <ul className="rows">
        {(isAll ? people : people.slice(0, SHOWN_FIRST)).map((person) => (
          <li key={person.id} id={rowOf(person.id)} tabIndex={-1} className="pt-4">
            {render(person)}
          </li>
        ))}
      </ul>
      {people.length > SHOWN_FIRST && (
        <SmallButton look="quiet" className="mt-3" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
          {isAll ? words.fewerPeople : words.allPeople(people.length)}
        </SmallButton>
      )}
    </>
  )
}

function Related({ person }: { person: RelatedPersonJson }) {
  const { full_name: name, reasons, link, in_household: isMember, applications } = person
  return (
    <>
      <p className="font-semibold wrap-anywhere">{name}</p>
      <p className="mt-1 flex flex-wrap gap-2">
        {reasons.map((reason) => (
          <Badge key={reason} tone={link === null || link.is === 'same_person' ? 'bad' : 'info'}>
            {words.duplicateReasons[reason]}
          </Badge>
        ))}
      </p>
      {link !== null && (
        <p className="mt-1 text-sm wrap-anywhere">
          {words.linkSaid(words.links[link.is], nameOfPerson(link.by), formatDayAndTime(link.created_at))}
        </p>
      )}
      {link === null && isMember && <p className="mt-1 text-sm">{words.linkedThrough}</p>}
      {applications.length === 0 ? (
        <p className="mt-1 text-sm text-soft">{words.noRequests}</p>
      ) : (
        <BriefList applications={applications} />
      )}
    </>
  )
}

interface LinksProps {
  /** The id of the applicant's profile. */
  applicant: string
  person: RelatedPersonJson
  onChanged: () => void
}

/** Links that staff may set between two people, or the button that removes one. */
function Links({ applicant, person, onChanged }: LinksProps) {
  const { bearer } = useAdministration()
  const outcome = useOutcome()
  const [busy, setBusy] = useState(false)
  const say = async (link: PersonLink | null) => {
    setBusy(true)
    const saying = call('POST /api/admin/beneficiaries/:id/links', {
      params: { id: applicant },
      body: { other: person.id, link },
      bearer,
    })
    if (await outcome(saying, { done: words.linkSaved, failed: words.linkNotSaved })) onChanged()
    setBusy(false)
  }
  const name = person.full_name
  if (person.link !== null) {
    return (
      <div className="mt-3 flex flex-wrap gap-2">
        <SmallButton busy={busy} aria-label={words.unlinkOf(name)} onClick={() => void say(null)}>
          {words.unlink}
        </SmallButton>
      </div>
    )
  }
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {PERSON_LINKS.map((link) => (
        <SmallButton key={link} busy={busy} aria-label={words.linkOf[link](name)} onClick={() => void say(link)}>
          {words.links[link]}
        </SmallButton>
      ))}
    </div>
  )
}
