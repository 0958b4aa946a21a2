import type { Hono } from 'hono'
import type { AccountPart } from './account-part.ts'
import type { Job } from './jobs.ts'

/** Everything that a domain hands to app.ts. */
export interface Domain {
  /** Each serves its own addresses; app.ts mounts them at the root. */
  readonly routes: readonly Hono[]
  readonly jobs: readonly Job[]
  /** In the order in which an account is exported and closed. */
  readonly accountParts: readonly AccountPart[]
}
