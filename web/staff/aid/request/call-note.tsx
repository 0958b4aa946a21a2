/** Records a call to the applicant, who is called from the same place. */
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { review } from '#words/aid/review.ts'
import { phoneDigits } from '../../../lib/phone-digits.ts'
import { SmallButton } from '../../../ui/button.tsx'
import { onDemand } from '../../../ui/on-demand.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useAdministration } from '../../desk/administration.ts'
import type { CalledRequest } from './call-form.tsx'
import { callDraftOf } from './drafts.ts'

const words = review.call

/** Most requests are read without a call. */
const CallForm = onDemand(async () => (await import('./call-form.tsx')).CallForm, {
  skeleton: <Skeleton className="mt-5 block h-96 w-full" />,
})

interface CallNoteProps {
  request: CalledRequest
  phone: string
  onChanged: () => void
}

export function CallNote({ request, phone, onChanged }: CallNoteProps) {
  const { user } = useAdministration()
  // Opens again with what was entered before a reload.
  const [isOpen, setOpen] = useState(() =>
    Object.values(callDraftOf(user.id, request.id)).some((draft) => draft.read() !== ''),
  )
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    flushSync(() => setOpen(false))
    opener.current?.focus({ preventScroll: true })
  }
  return (
    <div className="mt-4">
      <div className="flex flex-wrap gap-3">
        {phone !== '' && (
          <a className="button button-outline button-small" href={`tel:${phoneDigits(phone)}`}>
            {words.call(phone)}
          </a>
        )}
        {!isOpen && (
          <SmallButton ref={opener} onClick={() => setOpen(true)}>
            {words.open}
          </SmallButton>
        )}
      </div>
      {isOpen && (
        <CallForm
          request={request}
          onClose={close}
          onSaved={() => {
            close()
            onChanged()
          }}
        />
      )}
    </div>
  )
}
