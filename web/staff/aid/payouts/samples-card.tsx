/** The drawn samples for staff: how far each is, what contradicts a confirmation, and announcing one. */
import { useState } from 'react'
import { Link } from 'react-router'
import { call, type CallReply } from '../../../api/client.ts'
import { sampleState } from '../../../lib/sample-state.ts'
import { useForm } from '../../../lib/use-form.ts'
import { useLoaded } from '../../../lib/use-loaded.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { LoadedPart } from '../../../ui/loaded-part.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { samples as words } from '#words/proof/samples.ts'
import { useAdministration } from '../../desk/administration.ts'
import { DialogButtons } from '../../desk/parts/dialog-buttons.tsx'
import { useOutcome } from '../../desk/parts/use-outcome.ts'
import { requestAddress } from '../../desk/places.ts'

type Samples = CallReply<'GET /api/admin/samples'>
type Sample = Samples['samples'][number]

const PAYMENTS_USUAL = '100'

export function SamplesCard() {
  const { bearer, may } = useAdministration()
  const loaded = useLoaded((signal) => call('GET /api/admin/samples', { bearer, signal }))
  const [announcing, setAnnouncing] = useState(false)
  return (
    <Card title={words.staffTitle}>
      <p className="mt-1 text-soft">{words.staffLead}</p>
      <LoadedPart loaded={loaded} failed={words.notLoaded} skeleton={<Skeleton className="block h-16 w-full" />}>
        {({ samples, open_periods: periods }) => (
          <div className="mt-3 grid gap-3">
            <ul className="grid gap-3">
              {samples.map((sample) => (
                <SampleItem key={sample.id} sample={sample} />
              ))}
            </ul>
            {may('administer') &&
              (periods.length === 0 ? (
                <p className="text-soft">{words.nothingOpen}</p>
              ) : (
                <Button look="outline" className="justify-self-start" onClick={() => setAnnouncing(true)}>
                  {words.announce}
                </Button>
              ))}
            {announcing && (
              <AnnounceDialog
                periods={periods}
                onClose={() => setAnnouncing(false)}
                onDone={() => {
                  setAnnouncing(false)
                  loaded.reload()
                }}
              />
            )}
          </div>
        )}
      </LoadedPart>
    </Card>
  )
}

function SampleItem({ sample }: { sample: Sample }) {
  const { period, draw, answered, answers, contradicted } = sample
  return (
    <li>
      <p>
        <strong>{words.periodName(period)}</strong>
        {': '}
        {draw && `${words.progress(answered, draw.payments)}. `}
        {answers ? words.result(answers.share_low, answers.share_high) : sampleState(sample)}
      </p>
      {contradicted.length > 0 && (
        <p className="mt-1">
          {words.contradicted}{' '}
          {contradicted.map(({ disbursement_id: id, application_id: request }, place) => (
            <span key={id}>
              <Link to={requestAddress(request)} className="link">
                {words.request(place + 1)}
              </Link>{' '}
            </span>
          ))}
        </p>
      )}
    </li>
  )
}

interface AnnounceDialogProps {
  periods: readonly string[]
  onDone: () => void
  onClose: () => void
}

function AnnounceDialog({ periods, onDone, onClose }: AnnounceDialogProps) {
  const { bearer } = useAdministration()
  const outcome = useOutcome()
  const { busy, faults, onSubmit } = useForm({
    names: ['period', 'payments'],
    check: (typed) => ({
      payments:
        /^\d+$/.test(typed('payments')) && isAllowed(Number(typed('payments'))) ? undefined : words.paymentsHint,
    }),
    async send(typed) {
      const body = { period: typed('period'), payments: Number(typed('payments')) }
      const announced = call('POST /api/admin/samples', { body, bearer })
      if (await outcome(announced, { done: words.announced, failed: words.notAnnounced })) onDone()
    },
  })
  return (
    <Dialog title={words.announceTitle} onClose={onClose}>
      <p className="mt-2 text-soft">{words.announceLead}</p>
      <form onSubmit={onSubmit} noValidate className="mt-5 grid gap-4">
        <Field label={words.quarter} error={faults.period}>
          {(control) => (
            <Select {...control} name="period">
              {periods.map((period) => (
                <option key={period} value={period}>
                  {words.periodName(period)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <TextField
          label={words.payments}
          name="payments"
          inputMode="numeric"
          hint={words.paymentsHint}
          defaultValue={PAYMENTS_USUAL}
          error={faults.payments}
        />
        <DialogButtons text={words.announce} busyText={words.announcing} busy={busy} onClose={onClose} />
      </form>
    </Dialog>
  )
}

const isAllowed = (payments: number) => payments >= 20 && payments <= 400
