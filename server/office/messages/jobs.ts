import type { Job } from '../../platform/jobs.ts'
import { contactRetention } from './retention.ts'
import { waitingRepliesJob } from './waiting-replies.ts'

export const contactJobs: readonly Job[] = [contactRetention, waitingRepliesJob]
