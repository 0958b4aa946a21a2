/** The jobs of requests for aid. */
import type { Job } from '../platform/jobs.ts'
import { notesEncryption } from './notes.ts'
import { presenceCleanup } from './queue/presence.ts'
import { requestMailJob } from './request-mail.ts'
import { unusedTagsJob } from './queue/tags.ts'
import { retentionJob } from './retention.ts'
import { waitingLettersJob } from './waiting-letters.ts'

export const applicationJobs: readonly Job[] = [
  notesEncryption,
  requestMailJob,
  retentionJob,
  unusedTagsJob,
  presenceCleanup,
  waitingLettersJob,
]
