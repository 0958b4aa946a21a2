/** The proof: the public log, the checks of the books, and public figures. */
import type { Core } from '../platform/core.ts'
import type { Domain } from '../platform/domain.ts'
import { booksJobs } from './books/books.ts'
import { failureRoutes } from './books/failures.ts'
import { publicFigureJobs } from './books/months.ts'
import { statsRoutes } from './books/stats.ts'
import { logFiles } from './log/files.ts'
import { logJobs } from './log/jobs.ts'
import { proofRoutes } from './log/routes.ts'

export const proofDomain = (core: Core): Domain => ({
  routes: [statsRoutes(core), failureRoutes(core), logFiles(core), proofRoutes(core)],
  jobs: [...logJobs(core), ...booksJobs, ...publicFigureJobs],
  accountParts: [],
})
