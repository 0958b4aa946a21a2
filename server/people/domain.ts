/** People: accounts, sign-in, households. */
import { Hono } from 'hono'
import { AUTH_PATH } from '../../contract/people/auth.ts'
import { LINK_PAGE } from '../../contract/people/link-page.ts'
import type { AccountPart } from '../platform/account-part.ts'
import type { Domain } from '../platform/domain.ts'
import type { Site } from '../platform/http/site.ts'
import type { DecisionKind } from '../record/two-person/decisions.ts'
import { accountRoutes } from './account/routes.ts'
import { decisionRoutes } from './decisions/routes.ts'
import { partedCleanup } from './households/parted.ts'
import { authPart } from './sign-in/account-part.ts'
import type { Auth } from './sign-in/auth.ts'
import { devicesCleanup } from './sign-in/devices.ts'
import { authRoutes } from './sign-in/routes.ts'
import { sessionsCleanup } from './sign-in/sessions.ts'
import { signingKeysCleanup } from './sign-in/signing-keys.ts'

interface PeopleOptions {
  readonly site: Site | undefined
  /** Every kind of decision that takes two people. */
  readonly kinds: readonly DecisionKind[]
}

export const peopleDomain = (auth: Auth, { site, kinds }: PeopleOptions): Domain => ({
  routes: [
    new Hono().route(AUTH_PATH, authRoutes(auth, site?.template(LINK_PAGE))),
    accountRoutes(auth),
    decisionRoutes(auth, kinds),
  ],
  jobs: [sessionsCleanup, signingKeysCleanup, devicesCleanup, partedCleanup],
  accountParts: PEOPLE_PARTS,
})

/** Comes last: the other parts look people up. */
export const PEOPLE_PARTS: readonly AccountPart[] = [authPart]
