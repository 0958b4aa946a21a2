/** Records a call to the applicant, who is called from the same place. */
import { useRef, useState, type ComponentProps } from 'react'
import { flushSync } from 'react-dom'
import { review } from '#words/aid/review.ts'
import { loadPart } from '../../../lib/load-part.ts'
import { phoneDigits } from '../../../lib/phone-digits.ts'
import { useLoaded } from '../../../lib/use-loaded.ts'
import { SmallButton } from '../../../ui/button.tsx'
import { LoadedPart } from '../../../ui/loaded-part.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useAdministration } from '../../desk/administration.ts'
import type { CalledRequest, CallForm } from './call-form.tsx'
import { callDraftOf } from './drafts.ts'

const words = review.call

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
        <CallFormOnDemand
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

/** Most requests are read without a call. */
function CallFormOnDemand(props: ComponentProps<typeof CallForm>) {
  const loaded = useLoaded(() => loadPart(() => import('./call-form.tsx')))
  return (
    <LoadedPart loaded={loaded} skeleton={<Skeleton className="mt-5 block h-96 w-full" />}>
      {({ CallForm: Form }) => <Form {...props} />}
    </LoadedPart>
  )
}
