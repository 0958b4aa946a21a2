/** Shares the parts of both lists of calls: the row of a person, the open call, how the last call ended. */
import { useEffect, useRef, type ReactNode } from 'react'
import type { CallReply } from '../../../api/client.ts'
import { formatDayAndTime } from '../../../lib/format-date.ts'
import { phoneDigits } from '../../../lib/phone-digits.ts'
import { Link, useLocation } from '../../../lib/router.tsx'
import { calls as words } from '#words/aid/calls.ts'
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
}

/** The person of the open call: the name, which takes the focus, and the number. */
export function CalledPerson({ item: { full_name: name, phone }, children }: { item: Called; children: ReactNode }) {
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
      {children}
    </div>
  )
}

interface CallRowProps {
  item: Called
  /** What the call is about. */
  about: string
  isOpen: boolean
  children: ReactNode
}

/** A person to call, in a list: the link opens the call beside it. */
export function CallRow({ item: { id, full_name: name, phone }, about, isOpen, children }: CallRowProps) {
  const { search } = useLocation()
  return (
    <li className="inbox-message" data-open={isOpen}>
      <div className="apart gap-x-5 gap-y-1">
        <Link
          to={{ search, hash: id }}
          className="inbox-link wrap-anywhere"
          aria-current={isOpen ? 'true' : undefined}
          preventScrollReset
        >
          {name}
        </Link>
        <span className="tabular-nums">{phone || words.noPhone}</span>
      </div>
      <p className="text-sm text-soft">{about}</p>
      {children}
    </li>
  )
}
