/** The complaints that the reader may see, and the way to enter one for someone who called or came. */
import { useState } from 'react'
import type { ComplaintJson } from '../../../../contract/aid/complaints.ts'
import {
  COMPLAINT_CHARACTERS_MAX,
  COMPLAINT_VIEWS,
  type ComplaintView,
} from '../../../../contract/aid/complaint-fields.ts'
import { call } from '../../../api/client.ts'
import { Link, useLocation } from '../../../lib/router.tsx'
import { formatDay, formatDayAndTime } from '../../../lib/format-date.ts'
import { Badge } from '../../../ui/badge.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { staffComplaints as words } from '#words/aid/admin-complaints.ts'
import { complaints as names } from '#words/aid/complaint-names.ts'
import { May } from '../../desk/may.tsx'
import { ActButton } from '../../desk/parts/act-button.tsx'
import { EndpointPart } from '../../desk/parts/endpoint-part.tsx'
import { textField, unless } from '../../desk/parts/form-fields.tsx'
import { FormDialog } from '../../desk/parts/form-dialog.tsx'
import { nameOfPerson } from '../../desk/parts/people.ts'
import { Opener } from '../../desk/parts/opener.tsx'
import { useRefresh } from '../../desk/queries.ts'
import { ViewChips } from '../../desk/parts/view-chips.tsx'
import { placeAddress, requestAddress } from '../../desk/places.ts'
import { EnterComplaint } from './enter-complaint.tsx'
import { HoldActs } from './hold-acts.tsx'

export function ComplaintsPage() {
  return (
    <div className="grid max-w-3xl gap-4">
      <EnterComplaint />
      <May duty="administer">
        <Complaints />
      </May>
    </div>
  )
}

function Complaints() {
  const asked = new URLSearchParams(useLocation().search)
  const view = COMPLAINT_VIEWS.find((name) => name === asked.get('view')) ?? 'all'
  const after = asked.get('after')
  const query = { view, ...(after !== null && { after }) }
  const refresh = useRefresh()
  const changed = () => refresh('GET /api/admin/complaints', 'GET /api/admin/inbox')
  return (
    <EndpointPart from="GET /api/admin/complaints" input={{ query }} failed={words.failed}>
      {({ items, next, is_focal: isFocal, holds }) => (
        <>
          <p className="text-soft">
            {words.lead} {!isFocal && words.noFocal}
          </p>
          <Views view={view} holds={holds} />
          {items.length === 0 ? (
            <EmptyState
              icon="check"
              title={view === 'holds' ? words.noHolds : words.none}
              text={view === 'holds' ? words.noHoldsMore : words.noneMore}
            />
          ) : (
            <ul aria-label={words.list} className="grid gap-4">
              {items.map((item) => (
                <li key={item.id}>
                  <Complaint complaint={item} onChanged={changed} />
                </li>
              ))}
            </ul>
          )}
          <p className="flex flex-wrap gap-4">
            {after !== null && (
              <Link to={addressOf(view)} className="link-target">
                {words.first}
              </Link>
            )}
            {next !== null && (
              <Link to={addressOf(view, next)} className="link-target">
                {words.more}
              </Link>
            )}
          </p>
        </>
      )}
    </EndpointPart>
  )
}

/** @param after the last complaint of the page before */
const addressOf = (view: ComplaintView, after = '') =>
  placeAddress('complaints', { view: view === 'all' ? '' : view, after })

/** @param holds how many hold payouts now */
function Views({ view, holds }: { view: ComplaintView; holds: number }) {
  const views = COMPLAINT_VIEWS.map((name) => ({
    to: addressOf(name),
    text: words.views[name],
    isHere: name === view,
    count: name === 'holds' ? String(holds) : undefined,
  }))
  return <ViewChips label={words.viewsLabel} views={views} />
}

interface ComplaintProps {
  complaint: ComplaintJson
  onChanged: () => void
}

function Complaint({ complaint, onChanged }: ComplaintProps) {
  const { kind, state, about, text, contact, answer, channel } = complaint
  return (
    // No landmark: others have the same title.
    <article className="card">
      <h2 className="text-xl">{names.kinds[kind]}</h2>
      <p className="mt-2 flex flex-wrap items-center gap-2">
        <Badge tone={state === 'answered' ? 'good' : 'waiting'}>{names.states[state]}</Badge>
        {about !== 'none' && <Badge tone="bad">{names.about[about]}</Badge>}
        <Due at={complaint.due_at} />
      </p>
      <p className="text-sm text-soft">
        {words.came(formatDay(complaint.created_at), names.channels[channel])}
        {complaint.entered_by !== null && `, ${words.by(nameOfPerson(complaint.entered_by))}`}
      </p>
      <Request complaint={complaint} />
      <p className="request-text mt-2">{text === '' ? words.erased : text}</p>
      <p className="mt-2 text-sm">
        {contact === null
          ? complaint.hold?.by === null
            ? words.ofRecipient
            : words.anonymous
          : `${words.contact} ${contact}`}
      </p>
      {answer === null ? (
        state !== 'answered' && (
          <div className="mt-3 flex flex-wrap items-center gap-3">
            <Acts complaint={complaint} onChanged={onChanged} />
            <HoldActs complaint={complaint} onChanged={onChanged} />
          </div>
        )
      ) : (
        <div className="inset mt-3">
          <p className="text-sm text-soft">{words.ourAnswer}</p>
          <p className="request-text">{answer}</p>
        </div>
      )}
    </article>
  )
}

/** The request that it is about, and who holds its payouts, why, and until when. */
function Request({ complaint: { request, hold } }: Pick<ComplaintProps, 'complaint'>) {
  if (!request) return null
  return (
    <>
      <p className="mt-2 flex flex-wrap items-center gap-2">
        <Link to={requestAddress(request.case_number)} className="link-target">
          {words.request(request.case_number)}
        </Link>
        {hold && (
          <Badge tone={hold.live ? 'bad' : 'plain'}>
            {(hold.live ? words.heldUntil : words.wasHeldUntil)(formatDayAndTime(hold.until))}
          </Badge>
        )}
      </p>
      {hold && (
        <p className="text-sm">
          {hold.by === null
            ? words.heldForRecipient(formatDay(hold.since))
            : words.heldBy(nameOfPerson(hold.by), formatDay(hold.since), hold.reason ?? '')}
        </p>
      )}
    </>
  )
}

function Due({ at }: { at: string | null }) {
  const [now] = useState(() => new Date())
  if (at === null) return null
  const isLate = new Date(at) <= now
  const day = formatDay(at)
  return (
    <span className={isLate ? 'font-semibold text-alert' : ''}>{isLate ? words.lateSince(day) : words.dueBy(day)}</span>
  )
}

function Acts({ complaint: { id, state }, onChanged }: ComplaintProps) {
  return (
    <>
      {state === 'received' && (
        <ActButton
          text={words.acknowledge}
          act={(bearer) =>
            call('POST /api/admin/complaints/:id/acknowledgement', { bearer, params: { id } }).then(onChanged)
          }
          says={{ done: words.acknowledged, failed: words.notAcknowledged }}
        />
      )}
      <Opener text={words.answer}>
        {(close) => (
          <FormDialog
            title={words.answerTitle}
            lead={words.answerLead}
            fields={[
              textField('text', unless(words.answerMissing), {
                label: words.answerText,
                rows: 6,
                maxLength: COMPLAINT_CHARACTERS_MAX.answer,
              }),
            ]}
            words={{ button: words.answer, done: words.answered, failed: words.notAnswered }}
            send={(typed, bearer) =>
              call('POST /api/admin/complaints/:id/answer', { bearer, params: { id }, body: { text: typed('text') } })
            }
            onDone={onChanged}
            onClose={close}
          />
        )}
      </Opener>
    </>
  )
}
