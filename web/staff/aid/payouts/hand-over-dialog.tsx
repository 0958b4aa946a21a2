/** Records a hand-over, with the receipt or the signed slip as evidence. */
import { useRef } from 'react'
import { formatNaira } from '../../../../contract/platform/money.ts'
import { call } from '../../../api/client.ts'
import type { Bearer } from '../../../api/authorization.ts'
import { prepareFile } from '../../../lib/prepare-file.ts'
import { Field } from '../../../ui/field.tsx'
import { LoadedPart } from '../../../ui/loaded-part.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { cash as cashWords, payments as words } from '#words/aid/admin-payouts.ts'
import { useAdministration } from '../../desk/administration.ts'
import { FormDialog } from '../../desk/parts/form-dialog.tsx'
import { nameOfPerson } from '../../desk/parts/people.ts'
import { uploadPaper } from '../../desk/parts/upload-paper.ts'
import { useEndpoint } from '../../desk/queries.ts'
import { amountField, Choice, dayField, nairaIn } from './fields.tsx'
import { paymentName, type PaymentDialogProps } from './payout.ts'

/** The most files that the server accepts as evidence of one hand-over. */
const FILES_MAX = 5

export function HandOverDialog({ payout, onDone, onClose }: PaymentDialogProps) {
  const { user } = useAdministration()
  const { id, kind } = payout
  const isCash = kind === 'cash'
  const input = useRef<HTMLInputElement>(null)
  const files = () => [...(input.current?.files ?? [])].slice(0, FILES_MAX)
  return (
    <FormDialog
      title={words.handOverTitle}
      lead={words.handOverLead(paymentName(payout))}
      fields={[amountField('amount'), dayField('on')]}
      names={['holder', 'evidence']}
      check={(typed) => ({
        holder: isCash && typed('holder') === '' ? words.holderMissing : undefined,
        evidence: files().length === 0 ? words.evidenceMissing : undefined,
      })}
      words={{ button: words.record, done: words.handedOver, failed: words.notHandedOver }}
      send={async (typed, bearer) => {
        const evidence = await Promise.all(files().map((file) => uploadEvidence(file, user.id, bearer)))
        const told = { amount: nairaIn(typed('amount')).naira ?? 0, on: typed('on'), evidence }
        const body = { expected_state: 'released' as const, ...told, ...(isCash && { holder: typed('holder') }) }
        return call('POST /api/admin/payouts/:id/handed-over', { params: { id }, body, bearer })
      }}
      onDone={onDone}
      onClose={onClose}
    >
      {({ faults }) => (
        <>
          {isCash && <Holder error={faults.holder} />}
          <Field label={words.evidence} hint={words.evidenceHint} error={faults.evidence}>
            {(control) => (
              <input
                {...control}
                ref={input}
                type="file"
                name="evidence"
                multiple
                accept="application/pdf,image/*"
                className="input bank-file"
              />
            )}
          </Field>
        </>
      )}
    </FormDialog>
  )
}

function Holder({ error }: { error: string | undefined }) {
  const loaded = useEndpoint('GET /api/admin/cash', {})
  return (
    <LoadedPart loaded={loaded} failed={cashWords.notLoaded} skeleton={<Skeleton className="block h-20" />}>
      {({ items }) => (
        <Choice
          name="holder"
          label={words.holder}
          error={error}
          options={items.map(({ holder, amount }) => [
            holder.user_id,
            words.holds(nameOfPerson(holder), formatNaira(amount)),
          ])}
        />
      )}
    </LoadedPart>
  )
}

/** @returns the path of the stored file. @throws as `uploadPaper` does */
async function uploadEvidence(file: File, userId: string, bearer: Bearer): Promise<string> {
  // As for applicants: a photo of a new phone is larger than the server takes. What cannot be prepared, the server refuses with a reason.
  const prepared = await prepareFile(file)
  const { name, content } = prepared.is === 'ready' ? prepared : { name: file.name, content: file }
  // The name of a photo may name a person, so only its ending is kept.
  const ending = /\.[a-z\d]{1,5}$/i.exec(name)?.[0].toLowerCase() ?? ''
  const path = `${userId}/${Date.now()}_hand-over-${crypto.getRandomValues(new Uint32Array(1))[0]}${ending}`
  await uploadPaper(content, path, bearer)
  return path
}
