/**
 * The banks of the recipients, on one page: which transfers arrived, and buttons that end them otherwise. Plain forms, no script. The
 * reference of any transfer is the key: only staff see one, and there is no session.
 */
import { desc, sql } from 'drizzle-orm'
import type { Context, Hono } from 'hono'
import { arrivalsPage } from './arrivals/page.ts'
import { balanceOf } from './balance.ts'
import { readFields, textField } from './fields.ts'
import { plainPages } from './plain-page.ts'
import type { Provider } from './provider.ts'
import { refusals } from './refusals.ts'
import { TRANSFER_OUTCOMES, transfers } from './schema.ts'
import { endTransfer, findTransfer, selectPaidOut } from './transfers.ts'

/** More than a newcomer makes. */
const SHOWN_MAX = 50

export function arrivalsRoutes(provider: Provider): Hono {
  return plainPages('arrivals')
    .get('/:reference', async (c) => show(provider, c, await requireKnown(provider, c.req.param('reference'))))
    .post('/:reference', async (c) => {
      await requireKnown(provider, c.req.param('reference'))
      const fields = await readFields(c)
      const status = TRANSFER_OUTCOMES.find((outcome) => outcome === textField(fields, 'status'))
      const reference = textField(fields, 'transfer')
      if (!status || reference === null) throw refusals.missing('Transfer and status')
      await endTransfer(provider, await requireKnown(provider, reference), status)
      return c.redirect(c.req.path, 303)
    })
}

async function requireKnown({ db }: Provider, reference: string): Promise<string> {
  if (!(await findTransfer(db, reference))) throw refusals.notFound('Transfer')
  return reference
}

/** The transfer that was asked for comes first, then the newest. */
async function show({ db, clock, hasPhone }: Provider, c: Context, reference: string): Promise<Response> {
  const found = await selectPaidOut(db)
    .orderBy(desc(sql`${transfers.reference} = ${reference}`), desc(transfers.createdAt), desc(transfers.id))
    .limit(SHOWN_MAX)
  return c.html(arrivalsPage(found, await balanceOf(db, clock.now()), hasPhone))
}
