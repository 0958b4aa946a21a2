/** The jobs of requests for aid. */
import type { Job } from '../../platform/jobs.ts'
import { notesEncryption } from '../requests/notes.ts'
import { owedCallsJob } from '../requests/owed-calls.ts'
import { requestMailJob } from '../requests/request-mail.ts'
import { unusedTagsJob } from './queue/tags.ts'
import { waitingLettersJob } from './waiting-letters.ts'

export const applicationJobs: readonly Job[] = [
  notesEncryption,
  owedCallsJob,
  requestMailJob,
  unusedTagsJob,
  waitingLettersJob,
]
