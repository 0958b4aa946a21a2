/** The team's jobs: the mails to staff, and deleting old invitations. */
import type { Job } from '../../platform/jobs.ts'
import { staffDigest } from './digest.ts'
import { invitationsCleanup } from './invitations.ts'
import { lateComplaintsJob, lateFundsJob, lateRequestsJob } from './late-requests.ts'

export const teamJobs: readonly Job[] = [
  invitationsCleanup,
  staffDigest,
  lateRequestsJob,
  lateFundsJob,
  lateComplaintsJob,
]
