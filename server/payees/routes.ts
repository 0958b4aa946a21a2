/** HTTP for payees. The rules are in own-payees.ts and checks.ts. */
import { payeeEndpoints } from '../../contract/payees.ts'
import { administering } from '../audit/audit.ts'
import { serveEndpoints } from '../lib/http/endpoints.ts'
import { resolveAccount, type Payees } from './accounts.ts'
import { checkPayee, confirmPayee, listPayees, proposeVendor, viewPayee } from './checks.ts'
import { nameOwnPayee, readOwnPayee } from './own-payees.ts'

const accountIn = (body: { readonly bank_code: string; readonly account_number: string }) => ({
  bankCode: body.bank_code,
  accountNumber: body.account_number,
})

export function payeeRoutes(payees: Payees) {
  return serveEndpoints(payees, payeeEndpoints, {
    'GET /api/banks': async () => ({ items: (await payees.banks.read()).map(({ code, name }) => ({ code, name })) }),
    'POST /api/banks/account-name': async ({ body }) => {
      const { accountName } = await resolveAccount(payees, accountIn(body))
      return { account_name: accountName }
    },
    'GET /api/applications/:id/payee': ({ caller, params }) => readOwnPayee(payees, caller.userId, params.id),
    'POST /api/applications/:id/payee': ({ caller, params, body }) => {
      const named = { ...accountIn(body), accountName: body.account_name }
      return nameOwnPayee(payees, caller.userId, params.id, named)
    },
    'GET /api/admin/payees': (call) => listPayees(payees, administering(call)),
    'POST /api/admin/payees': async (call) => {
      const { kind, name, account_name: accountName } = call.body
      const vendor = { kind, name, ...accountIn(call.body), accountName }
      return viewPayee(payees, call.caller.userId, await proposeVendor(payees, administering(call), vendor))
    },
    'POST /api/admin/payees/:id/check': async (call) => {
      await checkPayee(payees, administering(call), call.params.id)
      return viewPayee(payees, call.caller.userId, call.params.id)
    },
    'POST /api/admin/payees/:id/confirm': async (call) => {
      await confirmPayee(payees, administering(call), call.params.id)
      return viewPayee(payees, call.caller.userId, call.params.id)
    },
  })
}
