/** What the people to call have in common: the number, and how the last call ended. */
import type { CallReply } from '../../../api/client.ts'
import { formatDayAndTime } from '../../../lib/format-date.ts'
import { phoneDigits } from '../../../lib/phone-digits.ts'
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
