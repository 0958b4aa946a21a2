/**
 * Words of recipients: said and withdrawn by them, read and shown by an administrator without a part in the payout. Shown words are a
 * story like others (decision 0080), which leaves the site with them.
 */
import { recipientWordsEndpoints } from '../../../contract/office/recipient-words.ts'
import type { Organisation } from '../../../contract/platform/organisation.ts'
import { STORIES_MAX } from '../../../contract/platform/text-fields.ts'
import type { StoryText } from '../../../contract/platform/texts.ts'
import { actWithCode, lockOwn } from '../../aid/awards/confirmations.ts'
import {
  deleteWords,
  endWaitingWords,
  findShownInVain,
  listWaitingWords,
  lockPayoutOfWords,
  lockWaitingWords,
  readOwnWords,
  readWordsOfPerson,
  saveWords,
  unshowWords,
} from '../../aid/awards/recipient-words.ts'
import { lockWhole, type LockedPayout } from '../../aid/awards/subjects.ts'
import type { AccountPart } from '../../platform/account-part.ts'
import { minutes } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError, refusedField } from '../../platform/errors.ts'
import { serveEndpoints } from '../../platform/http/endpoints.ts'
import { onEach, type Job } from '../../platform/jobs.ts'
import { dayInLagos } from '../../platform/lagos-days.ts'
import { addVersion, lockVersions } from '../../platform/organisation.ts'
import { keepStory } from '../../platform/rendering/stories.ts'
import { administering, recordAudit, type Administering } from '../../record/audit/audit.ts'
import { AUDITED, lockAnyDraft, readDraft, rewriteDraft } from './drafts.ts'
import { findProposedPublication, readInForce, rebase } from './publishing.ts'
import { eraseEverywhere, faultsOf } from './stories.ts'

export function wordsRoutes(core: Core) {
  const { db, clock } = core
  const withdrawn = async () => {
    await core.organisation.refresh()
    return { words: null }
  }
  return serveEndpoints(core, recipientWordsEndpoints, {
    'PUT /api/payouts/:id/words': ({ caller, params: { id }, body: { text, may_show: mayShow } }) =>
      db.transaction(async (tx) => {
        const locked = await lockOwn(tx, caller.userId, id)
        await saveWords(tx, locked, { text, mayShow, how: 'self' }, clock.now())
        return viewOwn(tx, id)
      }),
    'DELETE /api/payouts/:id/words': async ({ caller, params: { id } }) => {
      await db.transaction(async (tx) => {
        await lockOwn(tx, caller.userId, id, lockWhole)
        await withdrawWords(core, tx, id, clock.now())
      })
      return withdrawn()
    },
    'POST /api/confirmations/words': ({ body: { slip, code, text, may_show: mayShow } }) =>
      actWithCode(core, { slip, code }, async (tx, locked, how) => {
        await saveWords(tx, locked, { text, mayShow, how }, clock.now())
        return viewOwn(tx, locked.disbursement.id)
      }),
    'POST /api/confirmations/words/withdrawal': async ({ body }) => {
      const act = (tx: Tx, { disbursement }: LockedPayout) => withdrawWords(core, tx, disbursement.id, clock.now())
      await actWithCode(core, body, act, lockWhole)
      return withdrawn()
    },
    'GET /api/admin/recipient-words': (call) => listWaitingWords(core, administering(call)),
    'POST /api/admin/recipient-words/:id/reading': async (call) => {
      const { id } = call.params
      await db.transaction(async (tx) => {
        await lockPayoutOfWords(tx, administering(call), id, 'read')
        await lockWaitingWords(tx, id)
        await endWaitingWords(tx, administering(call), id, null, clock.now())
      })
      return { id }
    },
    'POST /api/admin/recipient-words/:id/story': async (call) => {
      await showWords(core, administering(call), call.params.id, call.body.content)
      return { id: call.params.id }
    },
  })
}

const viewOwn = async (db: Db | Tx, id: string) => ({ words: (await readOwnWords(db, [id])).get(id) ?? null })

/** Deletes words, whatever became of the payout, and the story that shows them from the site, the draft and all of history. */
async function withdrawWords(core: Pick<Core, 'env'>, tx: Tx, id: string, now: Date): Promise<void> {
  // In the order in which they are shown.
  await lockAnyDraft(tx)
  const storyId = await deleteWords(tx, id)
  if (storyId !== null) await eraseEverywhere(core, tx, { by: 'system', why: 'withdrawn' }, storyId, now)
}

/** Takes stories off the site whose aid came back, however it did: someone without a part reads their words anew. */
export const cameBackJob: Job = {
  name: 'organisation.aid-that-came-back',
  everyMilliseconds: minutes(1),
  async run(core) {
    const found = await findShownInVain(core.db)
    const takeOff = (id: string) =>
      core.db.transaction(async (tx) => {
        const locked = await lockWhole(tx, id)
        await lockAnyDraft(tx)
        const storyId = locked && (await unshowWords(tx, locked))
        if (storyId !== null)
          await eraseEverywhere(core, tx, { by: 'system', why: 'came_back' }, storyId, core.clock.now())
      })
    if (found.length === 0) return
    try {
      await onEach(found, takeOff)
    } finally {
      await core.organisation.refresh()
    }
  },
}

/**
 * Publishes words as a story, as the reader has rewritten them: it follows the publication in force, and the draft has it too.
 * @throws AppError `not_found`, `own_request`, `second_administrator_needed`, `already_decided`, `forbidden`: the recipient did not agree;
 *   `already_proposed`: that publication would leave it out; `not_published`, `invalid_input`
 */
async function showWords(
  core: Core,
  by: Administering,
  id: string,
  told: Pick<StoryText, 'language' | 'title' | 'who' | 'text'>,
): Promise<void> {
  const now = core.clock.now()
  await core.db.transaction(async (tx) => {
    await lockPayoutOfWords(tx, by, id, 'show')
    await lockAnyDraft(tx)
    await lockVersions(tx)
    const { mayShow, saidAt, fund } = await lockWaitingWords(tx, id)
    if (!mayShow) throw new AppError('forbidden', { detail: 'The recipient did not agree to have this shown.' })
    const consentOn = dayInLagos(saidAt)
    const content = { ...told, fund, raised: '', picture_text: '', consent_on: consentOn, consent_until: null }
    const fields = faultsOf(content, false, now)
    if (fields.length > 0) throw new AppError('invalid_input', { fields })
    const { content: shown, version } = await readInForce(core, tx)
    if (version === null) throw new AppError('not_published')
    if (await findProposedPublication(tx, now))
      throw new AppError('already_proposed', { detail: 'A publication waits for its second person. Decide it first.' })
    requireRoom(shown)
    requireRoom((await readDraft(core, tx)).content)
    const storyId = await keepStory(tx, { storyId: null, content, picture: null, addedBy: by.userId }, now)
    const add = (before: Organisation): Organisation => ({
      ...before,
      texts: { ...before.texts, stories: [...(before.texts.stories ?? []), storyId] },
    })
    await rewriteDraft(core, tx, add)
    const added = { content: add(shown), proposalId: null, reason: REASON, publishedBy: by.userId }
    const after = await addVersion(tx, added, now)
    await rebase(tx, version, after)
    await endWaitingWords(tx, by, id, storyId, now)
    const entry = { action: 'organisation.published', subject: 'organisation', subjectId: AUDITED } as const
    const audited = { before: { version }, after: { version: after, changed: 'texts.stories' } }
    await recordAudit(tx, { by, ...entry, ...audited }, now)
  })
  await core.organisation.refresh()
}

const REASON = 'The words of a recipient are shown.'

function requireRoom({ texts }: Organisation): void {
  if ((texts.stories ?? []).length >= STORIES_MAX)
    throw refusedField('content.title', `There are ${STORIES_MAX} stories already. Take one off the site first.`)
}

/** Exports the words of a person, and withdraws them when the account is closed. */
export const wordsPart = (core: Pick<Core, 'env'>): AccountPart => ({
  name: 'words',
  async collect(db, userId) {
    const found = await readWordsOfPerson(db, userId)
    return found.map(({ words, mayShow, state, saidAt }) => ({ words, may_show: mayShow, state, said_at: saidAt }))
  },
  async erase(tx, userId, now) {
    for (const { disbursementId } of await readWordsOfPerson(tx, userId))
      await withdrawWords(core, tx, disbursementId, now)
  },
})
