/** The recipients drawn by lot, for people whose only role is to call. */
import { useState } from 'react'
import { call, type CallReply } from '../../../api/client.ts'
import { useForm } from '../../../lib/use-form.ts'
import { useLoaded } from '../../../lib/use-loaded.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { LoadedPart } from '../../../ui/loaded-part.tsx'
import { Table } from '../../../ui/table.tsx'
import { payments as payoutWords } from '#words/aid/admin-payouts.ts'
import { samples as words } from '#words/proof/samples.ts'
import { useAdministration } from '../../desk/administration.ts'
import { ListSkeleton } from '../../desk/lists/list-skeleton.tsx'
import { PhoneLink } from '../../desk/parts/phone-link.tsx'
import { DialogButtons } from '../../desk/parts/dialog-buttons.tsx'
import { useFailureToast } from '../../desk/parts/use-failure-toast.ts'
import { useOutcome } from '../../desk/parts/use-outcome.ts'
import { Choice } from './choice.tsx'

type SampleCall = CallReply<'GET /api/admin/samples/calls'>['items'][number]

const COLUMNS = Object.values(words.callColumns).map((name) => ({ name }))
const ANSWERS = ['all', 'part', 'none', 'not_reached'] as const

export function SampleCalls() {
  const { bearer } = useAdministration()
  const loaded = useLoaded((signal) => call('GET /api/admin/samples/calls', { bearer, signal }), {
    onProblem: useFailureToast(words.callsNotLoaded),
  })
  const [calling, setCalling] = useState<SampleCall>()
  return (
    <section aria-labelledby="sample-calls" className="grid gap-3">
      <h2 id="sample-calls" className="text-xl">
        {words.callsTitle}
      </h2>
      <LoadedPart loaded={loaded} failed={words.callsNotLoaded} skeleton={<ListSkeleton />}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-soft">{words.callsNone}</p>
          ) : (
            <>
              <p className="max-w-2xl text-soft">{words.callsLead}</p>
              <Table cards caption={words.callsTable} columns={COLUMNS}>
                {items.map((item) => (
                  <CallRow key={item.id} item={item} onCall={() => setCalling(item)} />
                ))}
              </Table>
            </>
          )
        }
      </LoadedPart>
      {calling && (
        <SampleAnswerDialog
          item={calling}
          onClose={() => setCalling(undefined)}
          onDone={() => {
            setCalling(undefined)
            loaded.reload()
          }}
        />
      )}
    </section>
  )
}

function CallRow({ item: { full_name: name, phone, month, tries }, onCall }: { item: SampleCall; onCall: () => void }) {
  const { callColumns: columns } = words
  return (
    <tr>
      <th scope="row" className="min-w-36">
        {name}
      </th>
      <td data-column={columns.phone}>
        <PhoneLink phone={phone} none={words.noPhone} />
      </td>
      <td data-column={columns.month}>{words.monthName(month)}</td>
      <td data-column={columns.tries}>{tries}</td>
      <td>
        <Button look="outline" className="button-small" aria-label={words.recordOf(name)} onClick={onCall}>
          {words.record}
        </Button>
      </td>
    </tr>
  )
}

function SampleAnswerDialog({ item, onDone, onClose }: { item: SampleCall; onDone: () => void; onClose: () => void }) {
  const { bearer } = useAdministration()
  const outcome = useOutcome()
  const { busy, faults, onSubmit } = useForm({
    names: ['answer'],
    check: (typed) => ({ answer: typed('answer') === '' ? payoutWords.chooseOne : undefined }),
    async send(typed) {
      const answer = ANSWERS.find((each) => each === typed('answer'))
      if (!answer) return
      const recording = call('POST /api/admin/samples/calls/:id', { params: { id: item.id }, body: { answer }, bearer })
      if (await outcome(recording, { done: words.recorded, failed: words.notRecorded })) onDone()
    },
  })
  return (
    <Dialog title={words.answerTitle} onClose={onClose}>
      <Banner tone="note" title={words.scriptTitle} className="mt-4">
        <p>{words.script(item.full_name, words.monthName(item.month))}</p>
      </Banner>
      <form onSubmit={onSubmit} noValidate className="mt-5 grid gap-4">
        <Choice
          name="answer"
          label={payoutWords.said}
          error={faults.answer}
          options={ANSWERS.map((answer) => [answer, words.answers[answer]])}
        />
        <DialogButtons text={payoutWords.record} busyText={payoutWords.recording} busy={busy} onClose={onClose} />
      </form>
    </Dialog>
  )
}
