/** HTTP for the account itself. The rules live in account.ts and sessions.ts. */
import { accountEndpoints } from '../../../contract/people/account.ts'
import { serveEndpoints } from '../../platform/http/endpoints.ts'
import { closeAccount, collectData } from './account.ts'
import type { Auth } from '../sign-in/auth.ts'
import { proveOwnAddress, requestAddressProof } from '../sign-in/address-proof.ts'
import { endSession, listSessions, listSignIns } from '../sign-in/account-sessions.ts'
import { giveSecondFact } from '../sign-in/number-doubt.ts'
import { countRecoveryCodes, makeRecoveryCodes, recoverSecondStep } from '../sign-in/recovery-codes.ts'
import { chooseStepTexts, readStepTexts } from '../sign-in/step-texts.ts'
import { withHashingPlace } from '../sign-in/hashing-queue.ts'

export function accountRoutes(accounts: Auth) {
  return serveEndpoints(accounts, accountEndpoints, {
    'GET /api/account/sessions': async ({ caller }) => ({ items: await listSessions(accounts, caller) }),
    'GET /api/account/sign-ins': async ({ caller }) => ({ items: await listSignIns(accounts, caller) }),
    'DELETE /api/account/sessions/:id': async ({ caller, params }) => {
      await endSession(accounts, caller, params.id)
      return { id: params.id }
    },
    'POST /api/account/address-proof': ({ caller, page }) => requestAddressProof(accounts, caller, page),
    'POST /api/account/address-proof/confirmation': async ({ caller, body }) => {
      await proveOwnAddress(accounts, caller, body.code)
      return { proven: true as const }
    },
    'GET /api/account/step-texts': ({ caller }) => readStepTexts(accounts, caller),
    'PUT /api/account/step-texts': ({ caller, body }) => chooseStepTexts(accounts, caller, body.wanted),
    'GET /api/account/recovery-codes': async ({ caller }) => ({
      left: await countRecoveryCodes(accounts.db, caller.userId),
    }),
    'POST /api/account/recovery-codes': async ({ caller }) => ({ codes: await makeRecoveryCodes(accounts, caller) }),
    'POST /api/account/second-step-recovery': ({ caller, body }) => recoverSecondStep(accounts, caller, body.code),
    'POST /api/account/second-fact': async ({ caller, body }) => {
      await giveSecondFact(accounts, caller, body)
      return { accepted: true as const }
    },
    'GET /api/account/data': ({ caller }) => collectData(accounts, caller.userId),
    'POST /api/account/closure': async ({ caller, body }) => ({
      closed_at: await withHashingPlace(() => closeAccount(accounts, caller, body.password)),
    }),
  })
}
