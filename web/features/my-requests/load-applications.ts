/** Loads the signed-in person's requests, page by page, and the details of each. */
import type { Bearer } from '../../api/authorization.ts'
import { call, type CallReply } from '../../api/client.ts'
import type { PapersAnswer } from './papers-answer.ts'

type Page = CallReply<'GET /api/applications'>
export type Application = Page['items'][number]
export type ApplicationDetails = CallReply<'GET /api/applications/:id'>
export type OwnThread = CallReply<'GET /api/messages'>['items'][number]
export type OwnAward = NonNullable<CallReply<'GET /api/applications/:id/award'>['award']>
export type OwnPayout = OwnAward['payouts'][number]

export interface ListedApplication extends Application {
  /** The award. Null when nothing is granted; undefined when it could not be loaded. */
  readonly award: OwnAward | null | undefined
  /** Messages between staff and the person about it. */
  readonly threads: readonly OwnThread[]
}

interface Messages {
  readonly threads: readonly OwnThread[]
  readonly problem?: unknown
}

/** Enough for one look, and little enough for a slow line. */
const PAGE_ITEMS = '10'

interface ApplicationsPage extends Omit<Page, 'items'> {
  readonly items: ListedApplication[]
  /** The details of the first request, which is shown open; undefined on later pages, and where they could not be loaded. */
  readonly topmost?: ApplicationDetails | undefined
  /** Why the messages about these requests could not be loaded. */
  readonly messagesProblem?: unknown
  /** Null when there were too few decisions to tell; undefined on later pages, and where it could not be loaded. */
  readonly decisionSeconds?: number | null | undefined
}

/**
 * One page of the requests; the first one with the details of its first request, so that nothing below them moves later.
 * @throws as `call` does, when the list cannot be loaded
 */
export async function loadApplications(
  bearer: Bearer,
  papers: PapersAnswer,
  { cursor }: { cursor?: string },
  signal: AbortSignal,
): Promise<ApplicationsPage> {
  if (cursor !== undefined) return loadPage(bearer, papers, cursor, signal)
  const [page, decisionSeconds] = await Promise.all([
    loadPage(bearer, papers, undefined, signal),
    loadDecisionSeconds(bearer),
  ])
  const [first] = page.items
  const topmost = first && (await loadDetails(bearer, papers, first.id, signal).catch(() => undefined))
  return { ...page, topmost, decisionSeconds }
}

async function loadPage(
  bearer: Bearer,
  papers: PapersAnswer,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<ApplicationsPage> {
  const page = await call('GET /api/applications', {
    bearer,
    signal,
    query: { limit: PAGE_ITEMS, ...(cursor !== undefined && { cursor }) },
  })
  // A failure is met where the form is shown, which loads it again.
  if (page.items.some(({ waiting_for: asked }) => asked !== null)) await papers.load().catch(() => undefined)
  const { threads, problem } = page.items.length === 0 ? { threads: [] } : await loadThreads(bearer, cursor, signal)
  const listed = async (item: Application): Promise<ListedApplication> => ({
    ...item,
    award: await awardOf(bearer, item, signal),
    threads: threads.filter(({ application_id: id }) => id === item.id),
  })
  const items = await Promise.all(page.items.map(listed))
  return { ...page, items, ...(problem !== undefined && { messagesProblem: problem }) }
}

/** Reads them apart, so that the requests are shown without them too: a message may ask for something. */
async function loadThreads(bearer: Bearer, cursor: string | undefined, signal: AbortSignal): Promise<Messages> {
  try {
    return { threads: (await call('GET /api/messages', { bearer, signal })).items }
  } catch (problem) {
    // Fails with the whole page: the first one alone names the problem.
    if (cursor !== undefined) throw problem
    console.warn('The messages could not be loaded.', problem)
    return { threads: [], problem }
  }
}

/** Only an approved request has an award. */
async function awardOf(bearer: Bearer, application: Application, signal: AbortSignal) {
  if (application.status !== 'approved') return null
  return loadAward(bearer, application.id, signal).catch(() => undefined)
}

/** @throws as `call` does */
export async function loadAward(bearer: Bearer, id: string, signal: AbortSignal): Promise<OwnAward | null> {
  return (await call('GET /api/applications/:id/award', { bearer, params: { id }, signal })).award
}

/** @throws as `call` does */
export async function loadDetails(
  bearer: Bearer,
  papers: PapersAnswer,
  id: string,
  signal?: AbortSignal,
): Promise<ApplicationDetails> {
  const details = await call('GET /api/applications/:id', { bearer, params: { id }, ...(signal && { signal }) })
  // A saved answer to a closed request for papers is no longer needed.
  for (const { id: paperRequestId } of details.paper_requests) {
    if (paperRequestId !== details.waiting_for?.id) papers.discardDraft(id, paperRequestId)
  }
  if (details.due_at === null && details.waiting_for === null) papers.discardDraft(id, null)
  return details
}

/** Undefined where it cannot be loaded: the page works without it. */
async function loadDecisionSeconds(bearer: Bearer): Promise<number | null | undefined> {
  try {
    return (await call('GET /api/applications/expected-wait', { bearer })).decision_seconds
  } catch (problem) {
    console.warn('How long a decision takes could not be loaded.', problem)
    return undefined
  }
}
