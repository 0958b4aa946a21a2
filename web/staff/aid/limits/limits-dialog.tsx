/** Proposes other limits of paying out. */
import {
  CHANGED_ACCOUNT_HOURS_MAX,
  LIMIT_KOBO_MAX,
  LIMIT_REASON_CHARACTERS_MAX,
} from '../../../../contract/aid/limits-fields.ts'
import { call, type CallReply } from '../../../api/client.ts'
import { limits as words } from '#words/aid/admin-limits.ts'
import { lineField, textField, unless } from '../../desk/parts/form-fields.tsx'
import { FormDialog } from '../../desk/parts/form-dialog.tsx'
import { nairaFromZero } from '../../desk/parts/typed-naira.ts'
import type { DialogEnd } from '../../desk/parts/opener.tsx'

export type Limits = CallReply<'GET /api/admin/limits'>['limits']

export const LIMIT_NAMES = [
  'second_step_above',
  'three_people_above',
  'released_a_day_max',
  'changed_account_hours',
] as const satisfies readonly (keyof Limits)[]

const amount = (text: string) => nairaFromZero(text, LIMIT_KOBO_MAX, words.notAnAmount)

function hoursIn(text: string): number | undefined {
  const hours = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0
  return hours >= 1 && hours <= CHANGED_ACCOUNT_HOURS_MAX ? hours : undefined
}

const FAULTS: Readonly<Record<(typeof LIMIT_NAMES)[number], (text: string) => string | undefined>> = {
  second_step_above: (text) => amount(text).fault,
  three_people_above: (text) => amount(text).fault,
  released_a_day_max: (text) => amount(text).fault ?? (amount(text).naira === 0 ? words.nothing : undefined),
  changed_account_hours: (text) => (hoursIn(text) === undefined ? words.notHours : undefined),
}

/** @param props.limits as they are */
export function LimitsDialog({ limits, ...end }: DialogEnd & { limits: Limits }) {
  return (
    <FormDialog
      title={words.propose}
      lead={words.lead}
      fields={[
        ...LIMIT_NAMES.map((name) =>
          lineField(name, FAULTS[name], {
            label: words.names[name],
            hint: words.hint[name],
            defaultValue: limits[name].toLocaleString('en-NG'),
            inputMode: 'decimal',
          }),
        ),
        textField('reason', unless(words.reasonMissing), {
          label: words.reason,
          hint: words.reasonHint,
          maxLength: LIMIT_REASON_CHARACTERS_MAX,
          rows: 3,
        }),
      ]}
      check={(typed) => {
        const [second, three] = [amount(typed('second_step_above')).naira, amount(typed('three_people_above')).naira]
        const isBelow = second !== undefined && three !== undefined && three < second
        return isBelow ? { three_people_above: words.tooSmall } : {}
      }}
      words={{ button: words.send, busy: words.sending, done: words.proposed, failed: words.notProposed }}
      send={(typed, bearer) => {
        const naira = (name: (typeof LIMIT_NAMES)[number]) => amount(typed(name)).naira ?? 0
        const body = {
          second_step_above: naira('second_step_above'),
          three_people_above: naira('three_people_above'),
          released_a_day_max: naira('released_a_day_max'),
          changed_account_hours: hoursIn(typed('changed_account_hours')) ?? 0,
          reason: typed('reason').trim(),
        }
        return call('POST /api/admin/limits', { body, bearer })
      }}
      {...end}
    />
  )
}
