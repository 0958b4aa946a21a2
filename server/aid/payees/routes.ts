/** HTTP for payees. The rules are in own-payees.ts and checks.ts. */
import { payeeEndpoints } from '../../../contract/aid/payees.ts'
import { administering } from '../../record/audit/audit.ts'
import { serveEndpoints } from '../../platform/http/endpoints.ts'
import { resolveAccount, type Payees } from './accounts.ts'
import { checkPayee, listPayees, proposeVendor, viewPayee } from './checks.ts'
import { nameOwnPayee } from './own-payees.ts'
import type { NewVendor } from './vendors.ts'
import { askForCash, askToPayVendor, readReceiving } from './wishes.ts'

const accountIn = (body: { readonly bank_code: string; readonly account_number: string }) => ({
  bankCode: body.bank_code,
  accountNumber: body.account_number,
})

const vendorIn = (
  body: Parameters<typeof accountIn>[0] & Pick<NewVendor, 'kind' | 'name'> & { readonly account_name: string },
): NewVendor => ({ kind: body.kind, name: body.name, ...accountIn(body), accountName: body.account_name })

export function payeeRoutes(payees: Payees) {
  return serveEndpoints(payees, payeeEndpoints, {
    'GET /api/banks': async () => ({ items: (await payees.banks.read()).map(({ code, name }) => ({ code, name })) }),
    'POST /api/banks/account-name': async ({ body }) => {
      const { accountName } = await resolveAccount(payees, accountIn(body))
      return { account_name: accountName }
    },
    'GET /api/applications/:id/payee': ({ caller, params }) => readReceiving(payees, caller.userId, params.id),
    'POST /api/applications/:id/payee': ({ caller, params, body }) => {
      const named = { ...accountIn(body), accountName: body.account_name, receiver: body.receiver }
      return nameOwnPayee(payees, caller.userId, params.id, named)
    },
    'POST /api/applications/:id/payee/cash': async ({ caller, params }) => {
      await askForCash(payees, caller.userId, params.id)
      return readReceiving(payees, caller.userId, params.id)
    },
    'POST /api/applications/:id/payee/vendor': async ({ caller, params, body }) => {
      await askToPayVendor(payees, caller.userId, params.id, vendorIn(body))
      return readReceiving(payees, caller.userId, params.id)
    },
    'GET /api/admin/payees': (call) => listPayees(payees, administering(call), call.query.search ?? ''),
    'POST /api/admin/payees': async (call) => {
      const id = await proposeVendor(payees, administering(call), vendorIn(call.body))
      return viewPayee(payees, call.caller.userId, id)
    },
    'POST /api/admin/payees/:id/check': async (call) => {
      await checkPayee(payees, administering(call), call.params.id)
      return viewPayee(payees, call.caller.userId, call.params.id)
    },
  })
}
