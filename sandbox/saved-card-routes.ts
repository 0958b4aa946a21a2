/** The API's charges of saved cards: HTTP only. */
import { Hono } from 'hono'
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
import { chargeSavedCard, savedChargeJson } from './saved-cards.ts'

export function savedCardRoutes(provider: Provider): Hono {
  return new Hono().post('/charge_authorization', async (c) => {
    const fields = await readFields(c)
    return withFault(provider, c, 'charge', textField(fields, 'reference'), async () => {
      const code = textField(fields, 'authorization_code')
      if (code === null) throw refusals.missing('Authorization code')
      const charged = await chargeSavedCard(provider, code, {
        email: emailField(fields),
        amount: amountField(fields, provider.minimumKobo),
        currency: currencyField(fields),
        reference: referenceField(fields),
        label: null,
        channels: ['card'],
        callbackUrl: null,
        metadata: metadataField(fields),
      })
      const { reference, accessCode } = charged.charge.transaction
      if (charged.outcome === 'challenge') {
        // It has no status: who reads one takes this for a failure, and charges a second time.
        return c.json({
          status: true,
          message: 'Please, redirect your customer to the authorization url provided',
          data: {
            authorization_url: new URL(`../checkout/${accessCode}`, c.req.url).href,
            reference,
            access_code: accessCode,
            paused: true,
          },
        })
      }
      const data = savedChargeJson(provider, charged)
      // A decline is answered with either status.
      const refused = charged.outcome === 'declined' && provider.switches.of(reference).declinedWith === 400
      if (refused) return c.json({ status: false, message: charged.charge.transaction.gatewayResponse, data }, 400)
      return c.json({ status: true, message: 'Charge attempted', data })
    })
  })
}
