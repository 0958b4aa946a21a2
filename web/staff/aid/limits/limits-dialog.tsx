/** Proposes other limits of paying out. */
import {
  CHANGED_ACCOUNT_HOURS_MAX,
  LIMIT_KOBO_MAX,
  LIMIT_REASON_CHARACTERS_MAX,
} from '../../../../contract/aid/limits-fields.ts'
import { call, type CallReply } from '../../../api/client.ts'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { limits as words } from '#words/aid/admin-limits.ts'
import { FormDialog } from '../../desk/parts/form-dialog.tsx'
import { nairaFromZero } from '../../desk/parts/typed-naira.ts'

export type Limits = CallReply<'GET /api/admin/limits'>['limits']

export const LIMIT_NAMES = [
  'second_step_above',
  'three_people_above',
  'released_a_day_max',
  'changed_account_hours',
] as const satisfies readonly (keyof Limits)[]

interface LimitsDialogProps {
  /** As they are. */
  limits: Limits
  onProposed: () => void
  onClose: () => void
}

type Typed = (name: (typeof LIMIT_NAMES)[number] | 'reason') => string

const amount = (text: string) => nairaFromZero(text, LIMIT_KOBO_MAX, words.notAnAmount)

function hoursIn(text: string): number | undefined {
  const hours = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0
  return hours >= 1 && hours <= CHANGED_ACCOUNT_HOURS_MAX ? hours : undefined
}

/** Finds the error of each field. */
function check(typed: Typed) {
  const second = amount(typed('second_step_above'))
  const three = amount(typed('three_people_above'))
  const day = amount(typed('released_a_day_max'))
  const isBelow = second.naira !== undefined && three.naira !== undefined && three.naira < second.naira
  return {
    second_step_above: second.fault,
    three_people_above: three.fault ?? (isBelow ? words.tooSmall : undefined),
    released_a_day_max: day.fault ?? (day.naira === 0 ? words.nothing : undefined),
    changed_account_hours: hoursIn(typed('changed_account_hours')) === undefined ? words.notHours : undefined,
    reason: typed('reason').trim() === '' ? words.reasonMissing : undefined,
  }
}

export function LimitsDialog({ limits, onProposed, onClose }: LimitsDialogProps) {
  return (
    <FormDialog
      title={words.propose}
      lead={words.lead}
      names={[...LIMIT_NAMES, 'reason']}
      check={check}
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
      onDone={onProposed}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          {LIMIT_NAMES.map((name) => (
            <TextField
              key={name}
              {...field(name)}
              label={words.names[name]}
              hint={words.hint[name]}
              defaultValue={limits[name].toLocaleString('en-NG')}
              inputMode="decimal"
              autoComplete="off"
            />
          ))}
          <TextArea
            {...field('reason')}
            label={words.reason}
            hint={words.reasonHint}
            maxLength={LIMIT_REASON_CHARACTERS_MAX}
            rows={3}
          />
        </>
      )}
    </FormDialog>
  )
}
