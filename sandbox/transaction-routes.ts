/** The API's transactions: HTTP only. */
import { Hono } from 'hono'
import {
  amountField,
  channelsField,
  emailField,
  metadataField,
  readFields,
  referenceField,
  requireNaira,
  textField,
} from './fields.ts'
import { withFault } from './faults.ts'
import { answerList, readCursorPaging } from './paging.ts'
import type { Provider } from './provider.ts'
import { refusals } from './refusals.ts'
import {
  findById,
  findByReference,
  initialize,
  LISTED_STATUSES,
  listTransactions,
  type ListedStatus,
} from './transactions.ts'
import { shownJson } from './transaction-json.ts'

export function transactionRoutes(provider: Provider): Hono {
  return new Hono()
    .post('/initialize', async (c) => {
      const fields = await readFields(c)
      return withFault(provider, c, 'initialize', textField(fields, 'reference'), async () => {
        requireNaira(fields)
        const { transaction } = await initialize(provider, {
          email: emailField(fields),
          amount: amountField(fields, provider.minimumKobo),
          reference: referenceField(fields),
          label: textField(fields, 'label'),
          channels: channelsField(fields),
          callbackUrl: callbackField(textField(fields, 'callback_url')),
          metadata: metadataField(fields),
        })
        return c.json({
          status: true,
          message: 'Authorization URL created',
          data: {
            authorization_url: new URL(`../checkout/${transaction.accessCode}`, c.req.url).href,
            access_code: transaction.accessCode,
            reference: transaction.reference,
          },
        })
      })
    })
    .on('GET', ['/verify', '/verify/'], () => {
      throw refusals.idNotNumeric()
    })
    .get('/verify/:reference', async (c) => {
      const reference = c.req.param('reference')
      return withFault(provider, c, 'verify', reference, async () => {
        const charge = await findByReference(provider.db, reference)
        if (!charge) throw refusals.unknownReference(provider.switches.of(reference).unknownReferenceStatus ?? 400)
        return c.json({ status: true, message: 'Verification successful', data: shownJson(provider, charge, null) })
      })
    })
    .get('/', async (c) =>
      withFault(provider, c, 'list', null, async () => {
        const paging = readCursorPaging(c)
        const { charges, total } = await listTransactions(provider, paging, readStatus(c.req.query('status')))
        const data = charges.map((charge) =>
          Object.assign(shownJson(provider, charge, ''), provider.switches.of(charge.transaction.reference).listedAs),
        )
        const rows = charges.map(({ transaction }) => transaction)
        return answerList(c, provider, paging, { message: 'Transactions retrieved', data, total, rows })
      }),
    )
    .get('/:id', async (c) => {
      const id = c.req.param('id')
      if (!/^\d{1,15}$/.test(id)) throw refusals.idNotNumeric()
      return withFault(provider, c, 'transaction', null, async () => {
        const charge = await findById(provider.db, Number(id))
        if (!charge) throw refusals.notFound('Transaction')
        return c.json({ status: true, message: 'Transaction retrieved', data: shownJson(provider, charge, null) })
      })
    })
}

function readStatus(status: string | undefined): ListedStatus | null {
  if (status === undefined || status === '') return null
  const listed = LISTED_STATUSES.find((each) => each === status)
  if (!listed) throw refusals.invalid('"status" must be one of [failed, success, abandoned, reversed]')
  return listed
}

function callbackField(url: string | null): string | null {
  if (url !== null && !/^https?:\/\//.test(url)) throw refusals.invalid('"callback_url" must be a valid uri')
  return url
}
