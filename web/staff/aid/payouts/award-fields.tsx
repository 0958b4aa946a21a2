/** An award to propose: its amount, its fund, how it is paid and to whom. In the approval of a request, and on the card of its awards. */
import { useState } from 'react'
import type { AwardTermsJson } from '../../../../contract/aid/payout-shapes.ts'
import { formatNaira } from '../../../../contract/platform/money.ts'
import { sumNaira } from '../../desk/sum-naira.ts'
import type { CallRequest } from '../../../api/client.ts'
import type { useForm } from '../../../lib/use-form.ts'
import { SelectField } from '../../../ui/select.tsx'
import { useStaffFundNames } from '../../money/fund-names.ts'
import { awards as words } from '#words/aid/admin-payouts.ts'
import { checkWay, WAY_FIELDS, wayFor, WayFields, waysFor, wayOf, type Way } from './way-fields.tsx'
import { AmountField, nairaIn } from './fields.tsx'

export type AwardBody = CallRequest<'POST /api/admin/applications/:id/awards'>['body']
type Fund = AwardTermsJson['funds'][number]
/** The fund that pays, or one of the next two. */
type From = Fund['fund']
/** An amount for each fund. No fund has such a key. */
const SEVERAL = '+several'
/** No award yet. */
const NONE = '+none'
type Typed = (name: string) => string

interface Choice {
  readonly terms: AwardTermsJson
  readonly asked: number | null
  readonly from: From
  readonly way: Way
}

export interface AwardChoice extends Choice {
  readonly setFrom: (from: From) => void
  readonly setWay: (way: Way) => void
  /** Chooses what fits other terms. */
  readonly restart: (terms: AwardTermsJson) => void
  /** The names of the fields that are shown. */
  readonly names: readonly string[]
  readonly check: (typed: Typed) => Partial<Record<string, string | undefined>>
  /** @returns undefined where none is proposed */
  readonly read: (typed: Typed) => AwardBody | undefined
}

/** Computes the spendable money of a fund without proposed awards. */
const freeOf = ({ spendable, proposed }: Fund) => Math.max(0, sumNaira([spendable, -proposed]))

/** The first fund that can pay all of it; else several; else, where one may, none. */
function fitting({ funds }: AwardTermsJson, asked: number | null, mayWait: boolean): From {
  const first = funds.find((fund) => freeOf(fund) >= (asked ?? 0))
  if (first) return first.fund
  const isEnough = sumNaira(funds.map(freeOf)) >= (asked ?? 0)
  return mayWait && !isEnough ? NONE : SEVERAL
}

/** The way and the fund that fit what the applicant asked for. */
function beginning(terms: AwardTermsJson, asked: number | null, mayWait: boolean): { way: Way; from: From } {
  const way = wayFor(terms.receiving)
  const waits = mayWait && (asked === null || way === 'later')
  return { way, from: waits ? NONE : fitting(terms, asked, mayWait) }
}

/** @param mayWait whether the award may be left for later */
export function useAwardChoice(terms: AwardTermsJson, asked: number | null, mayWait: boolean): AwardChoice {
  const [{ way, from }, choose] = useState(() => beginning(terms, asked, mayWait))
  const choice = { terms, asked, from, way }
  const amounts = amountsOf(choice)
  return {
    ...choice,
    setFrom: (to) => choose({ way, from: to }),
    setWay: (to) => choose({ way: to, from }),
    restart: (news) => choose(beginning(news, asked, mayWait)),
    names: from === NONE ? [] : [...amounts.map(([name]) => name), ...WAY_FIELDS],
    check(typed) {
      if (from === NONE) return {}
      const entered = amounts.filter(([name]) => typed(name).trim() !== '')
      if (entered.length === 0) return { [amounts[0]?.[0] ?? '']: words.notAnAmount }
      return {
        ...Object.fromEntries(entered.map(([name]) => [name, nairaIn(typed(name)).fault])),
        ...checkWay(way, typed),
      }
    },
    read(typed) {
      if (from === NONE) return undefined
      const funds = sharesIn(choice, typed)
      const payout = way === 'later' ? undefined : wayOf(way, typed)
      return { amount: sumOf(funds), funds, ...(payout && { payout }) }
    },
  }
}

/** No other field of the form is called so. */
const nameOfField = (fund: string) => `fund_${fund}`

/** The field of each amount, and its fund. */
function amountsOf({ terms: { funds }, from }: Choice): readonly (readonly [name: string, fund: Fund['fund']])[] {
  if (from === NONE) return []
  return from === SEVERAL ? funds.map(({ fund }) => [nameOfField(fund), fund]) : [['amount', from]]
}

function sharesIn(choice: Choice, typed: Typed) {
  return amountsOf(choice).flatMap(([name, fund]) => {
    const { naira } = nairaIn(typed(name))
    return naira === undefined ? [] : [{ fund, amount: naira }]
  })
}

const sumOf = (shares: readonly { readonly amount: number }[]) => sumNaira(shares.map(({ amount }) => amount))

interface AwardFieldsProps {
  choice: AwardChoice
  mayWait: boolean
  field: ReturnType<typeof useForm<string>>['field']
}

export function AwardFields({ choice, mayWait, field }: AwardFieldsProps) {
  const nameOf = useStaffFundNames()
  const { terms, asked, from, way, setFrom, setWay } = choice
  const [sum, setSum] = useState(asked ?? 0)
  const suggested = suggest(asked, terms.funds)
  return (
    <fieldset
      className="award-fields grid min-w-0 gap-2"
      aria-label={words.title}
      onInput={({ currentTarget: { form } }) => {
        const typed = (name: string) => form?.querySelector<HTMLInputElement>(`input[name=${name}]`)?.value ?? ''
        setSum(sumOf(sharesIn(choice, typed)))
      }}
    >
      <div className="award-sum">
        {from !== NONE && from !== SEVERAL && (
          <AmountField {...field('amount')} label={words.amount} defaultValue={asked ?? ''} />
        )}
        <FundChoice funds={terms.funds} from={from} mayWait={mayWait} onFrom={setFrom} />
      </div>
      {from === SEVERAL &&
        terms.funds.map((fund) => (
          <AmountField
            key={fund.fund}
            {...field(nameOfField(fund.fund))}
            required={false}
            label={words.fund(nameOf(fund.fund))}
            defaultValue={suggested.get(fund.fund) ?? ''}
          />
        ))}
      {from === NONE ? (
        <p className="text-sm text-soft">{words.waits}</p>
      ) : (
        <>
          <WayFields
            receiving={terms.receiving}
            ways={waysFor(terms.receiving)}
            way={way}
            onWay={setWay}
            field={field}
          />
          <Signers terms={terms} isLater={way === 'later'} sum={sum} />
        </>
      )}
    </fieldset>
  )
}

interface FundChoiceProps {
  funds: readonly Fund[]
  from: From
  mayWait: boolean
  onFrom: (from: From) => void
}

function FundChoice({ funds, from, mayWait, onFrom }: FundChoiceProps) {
  const nameOf = useStaffFundNames()
  const options: readonly (readonly [From, string])[] = [
    ...funds.map(
      (fund) => [fund.fund, words.free(nameOf(fund.fund), formatNaira(freeOf(fund)).replace(/\.00$/, ''))] as const,
    ),
    ...(funds.length > 1 ? [[SEVERAL, words.several] as const] : []),
    ...(mayWait ? [[NONE, words.wait] as const] : []),
  ]
  return (
    <SelectField
      label={words.from}
      value={from}
      onChange={({ target }) => onFrom(options.find(([each]) => each === target.value)?.[0] ?? from)}
      options={options}
    />
  )
}

/** Tells who must sign, and why. */
function Signers({ terms, isLater, sum }: { terms: AwardTermsJson; isLater: boolean; sum: number }) {
  const { counted, three_people_above: limit } = terms
  const isLarge = sumNaira([counted, sum]) > limit
  return (
    <p className="text-sm text-soft" aria-live="polite">
      {isLarge ? words.threePeople(formatNaira(limit)) : isLater ? words.secondGrants : words.secondReleases}
      {isLarge && counted > 0 && ` ${words.countsWith(formatNaira(counted))}`}
    </p>
  )
}

/** Splits the amount asked for: from the first fund as far as it can, then from the next. */
function suggest(asked: number | null, funds: readonly Fund[]): Map<string, string> {
  let open = asked ?? 0
  const suggested = new Map<string, string>()
  for (const fund of funds) {
    const share = Math.min(open, freeOf(fund))
    if (share <= 0) continue
    suggested.set(fund.fund, String(share))
    open = sumNaira([open, -share])
  }
  return suggested
}
