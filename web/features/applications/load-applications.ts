/** Loads the requests of whoever is signed in, a page of them at a time, and what is known of each. */
import { call, type Bearer, type CallReply } from '../../api/client.ts'
import type { PapersAnswer } from './papers-answer.ts'

type Page = CallReply<'GET /api/applications'>
export type Application = Page['items'][number]
export type ApplicationDetails = CallReply<'GET /api/applications/:id'>

/** As many as a person looks at in one go; a bad line carries no more than that. */
const PAGE_ITEMS = '10'

export interface FirstPage {
  readonly page: Page
  /** Of the newest one, which is shown open; undefined when they did not come. */
  readonly newest: ApplicationDetails | undefined
  /** Null when there were too few decisions to tell; undefined when nobody answered that. */
  readonly decisionSeconds: number | null | undefined
}

/**
 * The details of the newest come with the list: what stands below them would move if they came later.
 * @throws as `call` does, when the list does not come
 */
export async function loadFirstPage(bearer: Bearer, papers: PapersAnswer): Promise<FirstPage> {
  const [page, decisionSeconds] = await Promise.all([loadPage(bearer, papers), loadDecisionSeconds(bearer)])
  const [first] = page.items
  const newest = first && (await loadDetails(bearer, papers, first.id).catch(() => undefined))
  return { page, newest, decisionSeconds }
}

/** @throws as `call` does */
export async function loadPage(bearer: Bearer, papers: PapersAnswer, cursor?: string): Promise<Page> {
  const page = await call('GET /api/applications', {
    bearer,
    query: { limit: PAGE_ITEMS, ...(cursor !== undefined && { cursor }) },
  })
  // What does not come is asked for once more where it is shown.
  if (page.items.some(({ waiting_for: asked }) => asked !== null)) await papers.load().catch(() => undefined)
  return page
}

/** @throws as `call` does */
export async function loadDetails(bearer: Bearer, papers: PapersAnswer, id: string): Promise<ApplicationDetails> {
  const details = await call('GET /api/applications/:id', { bearer, params: { id } })
  // An answer that was begun here has nothing left to answer.
  for (const { id: paperRequestId } of details.paper_requests) {
    if (paperRequestId !== details.waiting_for?.id) papers.discardDraft(id, paperRequestId)
  }
  return details
}

/** Good to know, and nothing that the page waits for in vain. */
async function loadDecisionSeconds(bearer: Bearer): Promise<number | null | undefined> {
  try {
    return (await call('GET /api/applications/outlook', { bearer })).decision_seconds
  } catch (problem) {
    console.warn('How long a decision takes could not be loaded.', problem)
    return undefined
  }
}
