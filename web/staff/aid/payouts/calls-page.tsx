/** The recipients to call, with their numbers, and a dialog with what to say. */
import { useState } from 'react'
import type { CallReply } from '../../../api/client.ts'
import { dayInWords } from '../../../lib/days.ts'
import { phoneDigits } from '../../../lib/phone-digits.ts'
import { useFocusOnRemoval } from '../../../lib/use-focus-on-removal.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadedPart } from '../../../ui/loaded-part.tsx'
import { Table } from '../../../ui/table.tsx'
import { calls as words } from '#words/aid/calls.ts'
import { useEndpoint } from '../../desk/queries.ts'
import { ListSkeleton } from '../../desk/lists/list-skeleton.tsx'
import { useFailureToast } from '../../desk/parts/use-failure-toast.ts'
import { AnswerDialog } from './answer-dialog.tsx'

type RecipientCall = CallReply<'GET /api/admin/calls'>['items'][number]

const COLUMNS = Object.values(words.columns).map((name) => ({ name }))

export function CallsPage() {
  const loaded = useEndpoint(
    'GET /api/admin/calls',
    {},
    {
      onProblem: useFailureToast(words.notLoaded),
    },
  )
  const [calling, setCalling] = useState<RecipientCall>()
  const close = () => setCalling(undefined)
  return (
    <div className="grid gap-4">
      <p className="text-soft">{words.lead}</p>
      <LoadedPart loaded={loaded} failed={words.notLoaded} skeleton={<ListSkeleton />}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon="phone" title={words.none} text={words.noneMore} />
          ) : (
            <Table cards caption={words.table} columns={COLUMNS}>
              {items.map((item) => (
                <CallRow key={item.id} item={item} onCall={() => setCalling(item)} />
              ))}
            </Table>
          )
        }
      </LoadedPart>
      {calling && (
        <AnswerDialog
          disbursement={calling}
          applicant={calling.full_name}
          onClose={close}
          onDone={() => {
            close()
            loaded.reload()
          }}
        />
      )}
    </div>
  )
}

function nextToCall(button: HTMLButtonElement): Element | null | undefined {
  const row = button.closest('tr')
  return (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector('button')
}

/** Leaves with its answer: the focus then moves to the next one. */
function CallRow({ item, onCall }: { item: RecipientCall; onCall: () => void }) {
  const { full_name: name, phone, sent_on: day, slip } = item
  const button = useFocusOnRemoval(nextToCall)
  return (
    <tr>
      <th scope="row" className="min-w-36">
        {name} {item.disputed && <Badge tone="bad">{words.disputed}</Badge>}
      </th>
      <td data-column={words.columns.phone}>
        <PhoneLink phone={phone} none={words.noPhone} />
      </td>
      <td className="min-w-36" data-column={words.columns.day}>
        {dayInWords(day)}
      </td>
      <td data-column={words.columns.slip}>{slip}</td>
      <td>
        <Button ref={button} look="outline" className="button-small" aria-label={words.recordOf(name)} onClick={onCall}>
          {words.record}
        </Button>
      </td>
    </tr>
  )
}

/** @param none what to show without a number */
function PhoneLink({ phone, none }: { phone: string; none: string }) {
  if (phone === '') return none
  return (
    <a href={`tel:${phoneDigits(phone)}`} className="link-target">
      {phone}
    </a>
  )
}
