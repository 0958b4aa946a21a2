/** Proposes a new fund, or one as it should be. */
import { useState, type ReactNode } from 'react'
import type { ApplicationType } from '../../../../contract/aid/application-fields.ts'
import { typesOf } from '../../../../contract/aid/offered-types.ts'
import { FUND_PLACE_MAX, FUND_REASON_CHARACTERS_MAX } from '../../../../contract/money/fund-limits.ts'
import { DONATION_TYPE_DEFAULT } from '../../../../contract/money/funds.ts'
import {
  ROW_ICONS,
  ROW_KEY,
  ROW_PURPOSE_CHARACTERS_MAX,
  ROW_TITLE_CHARACTERS_MAX,
  type RowIcon,
} from '../../../../contract/platform/named-row-limits.ts'
import { call, type CallReply } from '../../../api/client.ts'
import type { useForm } from '../../../lib/use-form.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { site } from '../../../words/site.ts'
import { typeName } from '../../../words/type-name.ts'
import { adminFunds as words } from '#words/money/admin-funds.ts'
import { FormDialog } from '../../desk/parts/form-dialog.tsx'
import type { DialogEnd } from '../../desk/parts/opener.tsx'

export type FundsView = CallReply<'GET /api/admin/funds'>
export type FundView = FundsView['funds'][number]

const NAMES = ['title', 'key', 'purpose', 'place', 'kinds', 'pays_for', 'reason'] as const
type Typed = (name: (typeof NAMES)[number]) => string

/** `5000 a school uniform`, also with a naira sign or commas. Null where the amount or the words are missing. */
function readLine(line: string): FundView['pays_for'][number] | null {
  const [, amount = '', pays = ''] = /^₦?\s*(\d[\d,]*):?\s+(.+)$/.exec(line.trim()) ?? []
  return pays === '' ? null : { from: Number(amount.replaceAll(',', '')), pays: pays.trim() }
}

/** Tells whether any request draws on a fund: the others are never paid out. */
const isDrawnOn = (fund: FundView | undefined, { kinds, for_critical: isForCritical }: Chosen) =>
  fund?.key === DONATION_TYPE_DEFAULT || kinds.length > 0 || isForCritical

const linesIn = (text: string) => text.split('\n').filter((line) => line.trim() !== '')
const placeIn = (text: string) => (/^\d{1,3}$/.test(text.trim()) ? Number(text) : 0)
const missing = (text: string) => (text.trim() === '' ? words.missing : undefined)

const checkFor = (fund: FundView | undefined, chosen: Chosen) => (typed: Typed) => {
  const broken = linesIn(typed('pays_for')).find((line) => readLine(line) === null)
  const place = placeIn(typed('place'))
  return {
    title: missing(typed('title')),
    kinds: isDrawnOn(fund, chosen) ? undefined : words.kindsMissing,
    key: !fund && !ROW_KEY.test(typed('key').trim()) ? words.badKey : undefined,
    purpose: missing(typed('purpose')),
    place: place < 1 || place > FUND_PLACE_MAX ? words.badPlace : undefined,
    pays_for: broken === undefined ? undefined : words.badLine(broken),
    reason: missing(typed('reason')),
  }
}

/** Fields that are chosen, not typed. */
interface Chosen {
  readonly icon: RowIcon
  readonly kinds: readonly ApplicationType[]
  readonly for_critical: boolean
}

interface FundDialogProps extends DialogEnd {
  /** As it is; none for a new one. */
  fund: FundView | undefined
  /** Suggested for a new one. */
  place: number
}

export function FundDialog({ fund, place, ...end }: FundDialogProps) {
  const [chosen, setChosen] = useState<Chosen>({
    icon: fund?.icon ?? 'coins',
    kinds: fund?.kinds ?? [],
    for_critical: fund?.for_critical ?? false,
  })
  return (
    <FormDialog
      title={fund ? words.editNamed(fund.title) : words.new}
      lead={words.lead}
      names={NAMES}
      check={checkFor(fund, chosen)}
      words={{ button: words.send, done: words.proposed, failed: words.notProposed }}
      send={(typed, bearer) => {
        const body = {
          ...chosen,
          kinds: [...chosen.kinds],
          key: fund?.key ?? typed('key').trim(),
          new: fund === undefined,
          title: typed('title').trim(),
          purpose: typed('purpose').trim(),
          place: placeIn(typed('place')),
          pays_for: linesIn(typed('pays_for')).flatMap((line) => readLine(line) ?? []),
          open: fund?.open ?? true,
          reason: typed('reason').trim(),
        }
        return call('POST /api/admin/funds', { body, bearer })
      }}
      {...end}
    >
      {({ field }) => <FundFields fund={fund} place={place} field={field} chosen={chosen} onChoose={setChosen} />}
    </FormDialog>
  )
}

interface FundFieldsProps extends Pick<FundDialogProps, 'fund' | 'place'> {
  field: ReturnType<typeof useForm<(typeof NAMES)[number]>>['field']
  chosen: Chosen
  onChoose: (chosen: Chosen) => void
}

function FundFields({ fund, place, field, chosen, onChoose }: FundFieldsProps) {
  const lines = fund?.pays_for.map(({ from, pays }) => `${from.toLocaleString('en-NG')} ${pays}`)
  const named = (name: 'title' | 'key' | 'purpose' | 'place' | 'pays_for' | 'reason') => ({
    ...field(name),
    label: words.names[name],
    hint: words.hints[name],
  })
  return (
    <>
      <TextField {...named('title')} defaultValue={fund?.title} maxLength={ROW_TITLE_CHARACTERS_MAX} />
      {!fund && <TextField {...named('key')} autoCapitalize="none" autoComplete="off" />}
      <TextArea {...named('purpose')} defaultValue={fund?.purpose} maxLength={ROW_PURPOSE_CHARACTERS_MAX} rows={3} />
      <IconChoice icon={chosen.icon} onChoose={(icon) => onChoose({ ...chosen, icon })} />
      <TextField {...named('place')} defaultValue={fund?.place ?? place} inputMode="numeric" autoComplete="off" />
      <Kinds field={field('kinds')} kinds={chosen.kinds} onChange={(kinds) => onChoose({ ...chosen, kinds })}>
        <Checkbox
          label={words.names.critical}
          checked={chosen.for_critical}
          onChange={({ target }) => onChoose({ ...chosen, for_critical: target.checked })}
        />
      </Kinds>
      <TextArea {...named('pays_for')} required={false} defaultValue={lines?.join('\n')} rows={4} />
      <TextArea {...named('reason')} maxLength={FUND_REASON_CHARACTERS_MAX} rows={2} />
    </>
  )
}

function IconChoice({ icon, onChoose }: { icon: RowIcon; onChoose: (icon: RowIcon) => void }) {
  return (
    <Field label={words.names.icon}>
      {(control) => (
        <div className="flex items-center gap-3">
          <Icon name={icon} />
          <Select
            {...control}
            value={icon}
            onChange={({ target }) => onChoose(ROW_ICONS.find((each) => each === target.value) ?? icon)}
          >
            {ROW_ICONS.map((each) => (
              <option key={each} value={each}>
                {words.icons[each]}
              </option>
            ))}
          </Select>
        </div>
      )}
    </Field>
  )
}

interface KindsProps {
  field: ReturnType<FundFieldsProps['field']>
  kinds: readonly ApplicationType[]
  onChange: (kinds: readonly ApplicationType[]) => void
  children: ReactNode
}

function Kinds({ field, kinds, onChange, children }: KindsProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="font-semibold">{words.names.kinds}</legend>
      <p className="field-hint">{words.hints.kinds}</p>
      {field.error !== undefined && <p className="field-error">{field.error}</p>}
      {typesOf(site.aid).map((type, place) => (
        <Checkbox
          key={type}
          {...(place === 0 && { name: field.name })}
          label={typeName(type)}
          checked={kinds.includes(type)}
          onChange={({ target }) => onChange(target.checked ? [...kinds, type] : kinds.filter((kind) => kind !== type))}
        />
      ))}
      {children}
    </fieldset>
  )
}
