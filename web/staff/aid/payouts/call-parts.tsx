/** Shares the parts of both lists of calls: the row of a person, the open call, how the last call ended. */
import { useEffect, useRef, type ReactNode } from 'react'
import type { PHONE_DOUBTS } from '../../../../contract/people/number-doubt.ts'
import type { CallReply } from '../../../api/client.ts'
import { formatDayAndTime } from '../../../lib/format-date.ts'
import { phoneDigits } from '../../../lib/phone-digits.ts'
import { Link, useLocation } from '../../../lib/router.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { calls as words } from '#words/aid/calls.ts'
import { numberDoubt } from '#words/aid/number-doubt.ts'
import { nameOfPerson } from '../../desk/parts/people.ts'

export function LastCall({ last }: { last: CallReply<'GET /api/admin/calls'>['items'][number]['last_call'] }) {
  return (
    <span>
      {last
        ? words.lastCall(words.outcomes[last.outcome], formatDayAndTime(last.at), nameOfPerson(last.by))
        : words.noCall}
    </span>
  )
}

interface Called {
  readonly id: string
  readonly full_name: string
  readonly phone: string
  readonly number_doubt: (typeof PHONE_DOUBTS)[number] | null
}

/** The person of the open call: the name, which takes the focus, and the number. */
export function CalledPerson({
  item: { full_name: name, phone, number_doubt: doubt },
  children,
}: {
  item: Called
  children: ReactNode
}) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <div>
      <h2 ref={title} tabIndex={-1} className="text-xl wrap-anywhere">
        {name}
      </h2>
      <p>
        {phone === '' ? (
          words.noPhone
        ) : (
          <a href={`tel:${phoneDigits(phone)}`} className="link-target text-lg">
            {phone}
          </a>
        )}
      </p>
      {doubt && (
        <Banner tone="bad" title={numberDoubt.mark} className="my-3">
          {words.doubted}
        </Banner>
      )}
      {children}
    </div>
  )
}

interface CallRowProps {
  item: Called
  /** The subject of the call. */
  about: string
  isOpen: boolean
  children: ReactNode
}

/** A person to call, in a list: the link opens the call beside it. */
export function CallRow({
  item: { id, full_name: name, phone, number_doubt: doubt },
  about,
  isOpen,
  children,
}: CallRowProps) {
  const { search } = useLocation()
  return (
    <li className="inbox-message" data-open={isOpen}>
      <div className="apart gap-x-5 gap-y-1">
        <Link
          to={{ search, hash: id }}
          className="inbox-link wrap-anywhere"
          aria-current={isOpen ? 'true' : undefined}
          keepsScroll
        >
          {name}
        </Link>
        <span className="tabular-nums">{phone || words.noPhone}</span>
      </div>
      {doubt && <Badge tone="waiting">{numberDoubt.mark}</Badge>}
      <p className="text-sm text-soft">{about}</p>
      {children}
    </li>
  )
}
