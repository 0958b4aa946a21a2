/** The kinds of aid that an organisation names beside the spec's six. One that was published stays, because requests and the public log have it. */
import { APPLICATION_TYPE_NAMES } from '../../../contract/aid/application-fields.ts'
import { APPLICATION_TYPES, offeredTypes, typesOf } from '../../../contract/aid/offered-types.ts'
import { NO_TYPE_SENTENCE } from '../../../contract/aid/application-type.ts'
import type { DonationType } from '../../../contract/money/funds.ts'
import type { FieldError } from '../../../contract/platform/errors.ts'
import type { Organisation } from '../../../contract/platform/organisation.ts'
import { AID_TOGETHER } from '../../../contract/proof/proof-fields.ts'

type Aid = Organisation['aid']

/** These are no kinds: payments of several kinds, and requests of any kind that are critical. */
const RESERVED: readonly string[] = [AID_TOGETHER, 'critical']

/** Adds kinds that were published since the draft was begun, as closed ones. Published titles stay. */
export function withPublishedKinds(content: Organisation, published: Organisation | undefined): Organisation {
  const { aid } = content
  const kept = published?.aid.own_kinds ?? []
  const lost = kept.filter(({ key }) => !aid.own_kinds.some((own) => own.key === key))
  const titles = new Map(kept.map(({ key, title }) => [key, title]))
  const closed = lost.map(({ key }) => [key, 'closed'] as const)
  const own = aid.own_kinds.map((kind) => ({ ...kind, title: titles.get(kind.key) ?? kind.title }))
  const kinds = { ...aid.kinds, ...Object.fromEntries(closed) }
  return { ...content, aid: { ...aid, kinds, own_kinds: [...own, ...lost] } }
}

/** @returns the faults of a draft's kinds, by field */
export function kindFaults(aid: Aid, published: Aid | undefined, funds: readonly DonationType[]): FieldError[] {
  const types = typesOf(aid)
  const unknown = Object.keys(aid.kinds).filter((kind) => !types.includes(kind))
  const isKept = (key: string) => types.includes(key)
  const lost = (published?.own_kinds ?? []).filter(({ key }) => !isKept(key))
  return [
    ...unknown.map((kind) => ({ field: `content.aid.kinds.${kind}`, message: NO_TYPE_SENTENCE })),
    ...lost.map(({ title }) => ({
      field: 'content.aid.own_kinds',
      message: `${title} was published, and stays. Close it instead.`,
    })),
    ...aid.own_kinds.flatMap((kind, at) => ownFaults(kind, at, { aid, published, funds })),
    ...(offeredTypes(aid).length > 0
      ? []
      : [{ field: 'content.aid.kinds.other', message: 'Offer at least one kind of aid.' }]),
  ]
}

interface Beside {
  readonly aid: Aid
  readonly published: Aid | undefined
  readonly funds: readonly DonationType[]
}

function ownFaults({ key, title, fund }: Aid['own_kinds'][number], at: number, { aid, published, funds }: Beside) {
  const before = aid.own_kinds.slice(0, at)
  const taken = [...Object.values(APPLICATION_TYPE_NAMES), ...before.map((other) => other.title)]
  const keys: readonly string[] = [...APPLICATION_TYPES, ...RESERVED, ...before.map((other) => other.key)]
  const former = published?.own_kinds.find((other) => other.key === key)
  const found: [FieldError, boolean][] = [
    [
      { field: 'title', message: 'Another kind has this name. Choose another one.' },
      keys.includes(key) || taken.some((other) => other.toLowerCase() === title.toLowerCase()),
    ],
    [
      {
        field: 'title',
        message: 'A published name stays, because requests have it. Close this kind, and add another.',
      },
      former !== undefined && former.title !== title,
    ],
    [{ field: 'fund', message: 'There is no such fund.' }, !funds.includes(fund)],
  ]
  return found.flatMap(([{ field, message }, isWrong]) =>
    isWrong ? [{ field: `content.aid.own_kinds.${at}.${field}`, message }] : [],
  )
}
