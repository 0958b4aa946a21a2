/** Actions on a request without opening it: take, assign, let wait, mark the answer as read. */
import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { ReviewedApplicationJson } from '../../../../contract/aid/admin.ts'
import type { CallReply, CallRequest } from '../../../api/client.ts'
import { call } from '../../../api/client.ts'
import { dayIn, dayOfMoment } from '../../../lib/days.ts'
import { Button, SmallButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { queue as words } from '#words/aid/admin-queue.ts'
import { useAdministration } from '../../desk/administration.ts'
import { runShortcut } from '../../desk/keys/shortcuts.ts'
import { EndpointPart } from '../../desk/parts/endpoint-part.tsx'
import { useOutcome } from '../../desk/parts/use-outcome.ts'
import type { Taking } from './take.ts'

/** The section that has the focus first. */
export type Section = 'take' | 'assign' | 'wait'

interface RowActionsProps {
  application: ReviewedApplicationJson
  start: Section
  taking: Taking
  onChanged: (news: ReviewedApplicationJson) => void
  onClose: () => void
}

type Until = CallRequest<'POST /api/admin/applications/:id/wait'>['body']['until']

/** Whether a request waits for a decision that the reader may make: it is not decided, and not their own. */
export const isToDecide = ({ due_at: due, own }: Pick<ReviewedApplicationJson, 'due_at' | 'own'>) =>
  due !== null && !own

export function RowActions({ application, start, taking, onChanged, onClose }: RowActionsProps) {
  const { bearer } = useAdministration()
  const outcome = useOutcome()
  const { id, version, case_number: caseNumber, applicant } = application
  const isOpen = isToDecide(application)
  const [busy, setBusy] = useState(false)
  const run = async (change: () => Promise<ReviewedApplicationJson>, says: { done: string; failed: string }) => {
    // A second one would be refused because of the first.
    if (busy) return
    setBusy(true)
    if (await outcome(change().then(onChanged), says)) onClose()
    setBusy(false)
  }
  const one = { params: { id }, bearer }
  const assign = (to: string | null) =>
    run(
      () => call('POST /api/admin/applications/:id/assignment', { ...one, body: { to, expected_version: version } }),
      { done: words.assigned, failed: words.notAssigned },
    )
  const wait = (until: Until) =>
    run(() => call('POST /api/admin/applications/:id/wait', { ...one, body: { until, expected_version: version } }), {
      done: until === null ? words.woken : words.waitSet,
      failed: words.notSet,
    })
  const read = () =>
    run(() => call('POST /api/admin/applications/:id/read', { ...one, body: { expected_version: version } }), {
      done: words.markedRead,
      failed: words.notRead,
    })
  return (
    <Dialog title={words.dialogTitle(caseNumber, applicant.full_name)} {...(!busy && { onClose })}>
      <div className="mt-4 grid gap-3">
        {isOpen && (
          <Button busy={taking.busy} onClick={() => taking.take(application)}>
            {taking.busy ? words.taking : words.take} <kbd aria-hidden="true">t</kbd>
          </Button>
        )}
        {application.answered_at !== null && (
          <Button look="outline" busy={busy} onClick={() => void read()}>
            {words.read}
          </Button>
        )}
        {isOpen && <AssignForm owner={application.owner} isFirst={start === 'assign'} onAssign={assign} />}
        {isOpen && (
          <WaitForm
            isWaiting={application.waits !== null}
            again={application.waits_again}
            isFirst={start === 'wait'}
            onWait={wait}
          />
        )}
        <Button look="quiet" onClick={onClose}>
          {words.close}
        </Button>
      </div>
    </Dialog>
  )
}

/** Moves the focus into the section that a key has opened, after the dialog has put it on its title. */
function useFirst<Element extends HTMLElement>(isFirst: boolean) {
  const element = useRef<Element>(null)
  useEffect(() => {
    if (!isFirst) return undefined
    const frame = requestAnimationFrame(() => element.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [isFirst])
  return element
}

/** As large as the form: the buttons below it do not move under a press. */
function AssignSkeleton() {
  return (
    <>
      <Skeleton className="block h-[4.25rem] w-full" />
      <Skeleton className="block h-10 w-32" />
    </>
  )
}

interface AssignProps {
  owner: ReviewedApplicationJson['owner']
  isFirst: boolean
  onAssign: (to: string | null) => Promise<void>
}

const NO_OWNER = ''

export function AssignForm({ owner, isFirst, onAssign }: AssignProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const to = new FormData(event.currentTarget).get('to')
    void onAssign(typeof to === 'string' && to !== NO_OWNER ? to : null)
  }
  return (
    <form onSubmit={submit} className="grid gap-3 border-t border-line pt-3">
      <EndpointPart
        from="GET /api/admin/queue/people"
        input={{}}
        failed={words.peopleFailed}
        skeleton={<AssignSkeleton />}
      >
        {({ items }) => (
          <>
            <OwnerSelect owner={owner} people={items} isFirst={isFirst} />
            <Button type="submit" look="outline">
              {words.assignTo}
            </Button>
          </>
        )}
      </EndpointPart>
    </form>
  )
}

interface OwnerSelectProps extends Pick<AssignProps, 'owner' | 'isFirst'> {
  people: CallReply<'GET /api/admin/queue/people'>['items']
}

function OwnerSelect({ owner, people, isFirst }: OwnerSelectProps) {
  return (
    <SelectField
      ref={useFirst<HTMLSelectElement>(isFirst)}
      label={words.assign}
      name="to"
      defaultValue={owner?.user_id ?? NO_OWNER}
      none={words.noOwner}
      options={people.map((person) => [
        person.user_id,
        words.person(person.full_name || person.email, person.assigned),
      ])}
    />
  )
}

interface WaitProps {
  isWaiting: boolean
  /** The day that an answer cut short. */
  again: string | null
  isFirst: boolean
  onWait: (until: Until) => Promise<void>
}

/** A number chooses one of them. */
const FIXED = ['tomorrow', 'monday', 'answered'] as const

function WaitForm({ isWaiting, again, isFirst, onWait }: WaitProps) {
  const first = useFirst<HTMLButtonElement>(isFirst)
  const [fault, setFault] = useState<string>()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const date = dayIn(new FormData(event.currentTarget).get('date'))
    const isPast = date !== undefined && date <= dayOfMoment(new Date())
    setFault(date === undefined ? words.dateMissing : isPast ? words.datePast : undefined)
    if (date !== undefined && !isPast) waitTo(date)
  }
  const waitTo = (date: string) => void onWait({ kind: 'date', date })
  const keys = Object.fromEntries(FIXED.map((kind, place) => [String(place + 1), () => void onWait({ kind })]))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a number chooses one of its buttons
    <form
      onSubmit={submit}
      onKeyDown={(event) => runShortcut(event, keys, 'dialog')}
      noValidate
      className="grid gap-3 border-t border-line pt-3"
    >
      <h3>{words.wait}</h3>
      <p className="field-hint">{words.waitHint}</p>
      <div className="row-actions-line line gap-2">
        {again !== null && (
          <SmallButton ref={first} onClick={() => waitTo(dayOfMoment(new Date(again)))}>
            {words.waitAgain(again)}
          </SmallButton>
        )}
        {FIXED.map((kind, place) => (
          <SmallButton
            key={kind}
            {...(place === 0 && again === null && { ref: first })}
            onClick={() => void onWait({ kind })}
          >
            {words.waits[kind]} <kbd aria-hidden="true">{place + 1}</kbd>
          </SmallButton>
        ))}
        {isWaiting && (
          <SmallButton look="quiet" onClick={() => void onWait(null)}>
            {words.wake}
          </SmallButton>
        )}
      </div>
      <TextField label={words.date} type="date" name="date" error={fault} />
      <Button type="submit" look="outline">
        {words.waitUntil}
      </Button>
    </form>
  )
}
