/** The whole API: every feature's declarations under their method and path. */
import { contactEndpoints } from './contact.ts'
import { donationEndpoints } from './donations.ts'
import type { Endpoints } from './endpoint.ts'
import { paymentEndpoints } from './payments.ts'
import { statsEndpoints } from './stats.ts'
import { systemEndpoints } from './system.ts'

export const api = {
  ...systemEndpoints,
  ...paymentEndpoints,
  ...donationEndpoints,
  ...statsEndpoints,
  ...contactEndpoints,
} as const satisfies Endpoints

export type Api = typeof api
