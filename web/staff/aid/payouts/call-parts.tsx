/** Shares the parts of both lists of calls: the row of a person, the number, how the last call ended. */
import type { ReactNode } from 'react'
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

export function Phone({ phone }: { phone: string }) {
  if (phone === '') return words.noPhone
  return (
    <a href={`tel:${phoneDigits(phone)}`} className="link-target text-lg">
      {phone}
    </a>
  )
}

interface CallRowProps {
  item: { readonly id: string; readonly full_name: string; readonly phone: string }
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
