/** Charging a saved card without the payer: only reusable cards, and only under the same email address. */
import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { succeed } from './charges.ts'
import {
  amountField,
  currencyField,
  emailField,
  metadataField,
  readFields,
  referenceField,
  textField,
} from './fields.ts'
import { withFault } from './faults.ts'
import type { Provider } from './provider.ts'
import { refusals } from './refusals.ts'
import { authorizations, customers, transactions } from './schema.ts'
import { insertTransaction, lockTransaction, type NewTransaction } from './transactions.ts'
import { transactionJson } from './transaction-json.ts'
import { dispatch } from './webhooks.ts'

export function savedCardRoutes(provider: Provider): Hono {
  return new Hono().post('/charge_authorization', async (c) => {
    const fields = await readFields(c)
    return withFault(provider, c, 'charge', textField(fields, 'reference'), async () => {
      const code = textField(fields, 'authorization_code')
      if (code === null) throw refusals.missing('Authorization code')
      const charge = await chargeSavedCard(provider, code, {
        email: emailField(fields),
        amount: amountField(fields, provider.minimumKobo),
        currency: currencyField(fields),
        reference: referenceField(fields),
        label: null,
        channels: ['card'],
        callbackUrl: null,
        metadata: metadataField(fields),
      })
      return c.json({
        status: true,
        message: 'Charge attempted',
        data: transactionJson(charge, provider.clock.now(), ''),
      })
    })
  })
}

async function chargeSavedCard(provider: Provider, code: string, input: NewTransaction) {
  const { charge, written } = await provider.db.transaction(async (tx) => {
    const [known] = await tx
      .select({ authorization: authorizations, email: customers.email })
      .from(authorizations)
      .innerJoin(customers, eq(customers.id, authorizations.customerId))
      .where(eq(authorizations.authorizationCode, code))
    if (!known) throw refusals.invalid('Authorization code is invalid')
    if (known.email !== input.email || !known.authorization.reusable) {
      throw refusals.invalid(
        'Email does not match Authorization code. Authorization may be inactive or belong to a different email. Please confirm.',
      )
    }
    const begun = await insertTransaction(provider, tx, input)
    const sent = await succeed(provider, tx, begun, {
      channel: 'card',
      gatewayResponse: 'Approved',
      details: known.authorization.details,
      refundOutcome: known.authorization.refundOutcome,
    })
    return { charge: (await lockTransaction(tx, eq(transactions.id, begun.transaction.id))) ?? begun, written: sent }
  })
  await dispatch(provider, written)
  return charge
}
