/** The figures that the server writes into /transparency, for readers without JavaScript. With it, the page reads them again. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { formatNaira, koboToNaira } from '../../../contract/platform/money.ts'
import {
  figurePlaceholder,
  fundFigure,
  publicFigures,
  UNKNOWN_FIGURE,
  type PublicFigure,
} from '../../../contract/proof/public-figures.ts'
import { coalesceReads } from '../../platform/coalesce-reads.ts'
import type { Core } from '../../platform/core.ts'
import { onlyRow } from '../../platform/db/db.ts'
import type { Filled } from '../../platform/http/page-template.ts'
import { monthInWords } from '../../../contract/platform/month-in-words.ts'
import { inLagos } from '../../platform/lagos-days.ts'
import { UNEXPLAINED_SUM } from '../../money/differences/record.ts'
import { readStop } from '../log/signing-stop.ts'
import { readPublicFunds } from './stats.ts'

type Figures = Partial<Record<PublicFigure, string>>

const Others = z.object({
  payments: z.coerce.number(),
  confirmed: z.coerce.number(),
  matched_at: z.coerce.date().nullable(),
  unexplained: z.coerce.bigint(),
  checkpoint_at: z.coerce.date().nullable(),
})

/** @returns reads every figure, by its placeholder. Where the database does not answer, each of them is unknown */
export function pageFigures(core: Core): () => Promise<Filled> {
  const read = coalesceReads(() => readFigures(core))
  return async () => {
    const figures = await read().catch((error: unknown): Figures => {
      core.log.warn({ err: error }, 'the public figures could not be read')
      return {}
    })
    return Object.fromEntries(
      publicFigures(core.organisation.funds).map((figure) => [
        figurePlaceholder(figure),
        figures[figure] ?? UNKNOWN_FIGURE,
      ]),
    )
  }
}

async function readFigures(core: Core): Promise<Figures> {
  const { funds, together, unanswered } = await readPublicFunds(core)
  const figures: Figures = {
    given: naira(funds.reduce((sum, { received }) => sum + received, 0n)),
    ...knownOf({ promised: asOf(together.promised), paid_out: asOf(together.paid_out) }),
    ...(unanswered !== null && { unanswered: unanswered.toLocaleString('en-NG') }),
    ...(await readOthers(core)),
  }
  for (const { fund, received, promised, paid_out: paidOut, left, short } of funds)
    Object.assign(
      figures,
      knownOf({
        [fundFigure(fund, 'received')]: naira(received),
        [fundFigure(fund, 'promised')]: asOf(promised),
        [fundFigure(fund, 'paid_out')]: asOf(paidOut),
        [fundFigure(fund, 'left')]: leftOf(left, short),
      }),
    )
  return figures
}

/** Reads the number of described payments, the last complete match, and the newest checkpoint. */
async function readOthers(core: Core): Promise<Figures> {
  const stop = await readStop(core)
  const found = await onlyRow(
    core.db,
    sql`select (select coalesce(sum(payments), 0) from published_rows) as payments,
               (select coalesce(sum(confirmed), 0) from published_rows) as confirmed,
               (select max(finished_at) from matches where state = 'complete') as matched_at,
               (select ${UNEXPLAINED_SUM} from differences where state = 'open') as unexplained,
               (select max(signed_at) from log_checkpoints) as checkpoint_at`,
    Others,
  )
  return {
    ...(found.payments > 0 && {
      confirmed: found.confirmed.toLocaleString('en-NG'),
      described: found.payments.toLocaleString('en-NG'),
    }),
    ...(found.matched_at && { matched: inLagos.format(found.matched_at), unexplained: naira(found.unexplained) }),
    ...((found.checkpoint_at || stop) && {
      checkpoint: [
        ...(found.checkpoint_at ? [inLagos.format(found.checkpoint_at)] : []),
        ...(stop ? [`signing stopped on ${inLagos.format(stop.since)}`] : []),
      ].join('; '),
    }),
  }
}

/** Says that a fund is short, as the JSON does. */
const leftOf = (left: bigint | null, isShort: boolean) =>
  left === null ? (isShort ? SHORT : undefined) : `${naira(left)}${isShort ? `, ${SHORT}` : ''}`
const SHORT = 'short: more was taken back than it held'

/** The others get a dash. */
const knownOf = (figures: Partial<Record<PublicFigure, string | undefined>>): Figures =>
  Object.fromEntries(Object.entries(figures).filter(([, figure]) => figure !== undefined))

const asOf = (part: { readonly amount: bigint; readonly month: string } | null) =>
  part === null ? undefined : `${naira(part.amount)}, as of ${monthInWords(part.month)}`

const naira = (kobo: bigint) => formatNaira(koboToNaira(kobo))
