/** HTTP for the organisation's details. The rules are in drafts.ts and publishing.ts. */
import { organisationEndpoints } from '../../../contract/office/organisation.ts'
import { PREVIEW_PATH } from '../../../contract/platform/organisation.ts'
import { personIn, readPeople, type Person } from '../../people/sign-in/people.ts'
import { viewProposal } from '../../people/decisions/views.ts'
import type { Core } from '../../platform/core.ts'
import { AppError } from '../../platform/errors.ts'
import { serveEndpoints } from '../../platform/http/endpoints.ts'
import { languageStates } from '../../platform/languages.ts'
import { unpublished } from '../../platform/organisation.ts'
import { makePreview } from '../../platform/rendering/previews.ts'
import type { Stories, StoredStory } from '../../platform/rendering/stories.ts'
import { administering } from '../../record/audit/audit.ts'
import { listWithDuty } from '../../record/profiles/profiles.ts'
import { changesBetween, readNamed, stepsOf } from './changes.ts'
import { readDraft, resetDraft, saveDraft } from './drafts.ts'
import { storePicture } from './pictures.ts'
import {
  findProposedPublication,
  listVersions,
  listWithdrawn,
  namesAnew,
  needsSecond,
  publishDraft,
  readInForce,
  type Publishing,
} from './publishing.ts'
import { addStory, takeStoryBack } from './stories.ts'

const VERSIONS_MAX = 50
const WITHDRAWN_MAX = 5

export function organisationRoutes(core: Publishing) {
  return serveEndpoints(core, organisationEndpoints, {
    'GET /api/admin/organisation': ({ caller }) => viewAll(core, caller.userId),
    'PUT /api/admin/organisation/draft': async (call) => {
      await saveDraft(core, administering(call), call.body.revision, call.body.content)
      return viewAll(core, call.caller.userId)
    },
    'POST /api/admin/organisation/draft/discard': async (call) => {
      await resetDraft(core, administering(call), call.body.revision, call.body)
      return viewAll(core, call.caller.userId)
    },
    'POST /api/admin/organisation/pictures': async (call) => ({
      hash: await storePicture(core, administering(call), call.body.use, Buffer.from(call.body.base64, 'base64')),
    }),
    'POST /api/admin/organisation/stories': async (call) => {
      const { replaces, content, picture } = call.body
      const sent = picture === null ? null : Buffer.from(picture, 'base64')
      return { id: await addStory(core, administering(call), { replaces, content, picture: sent }) }
    },
    'POST /api/admin/organisation/stories/:id/taking-back': async (call) => {
      await takeStoryBack(core, administering(call), call.params.id)
      return viewAll(core, call.caller.userId)
    },
    'POST /api/admin/organisation/preview': async ({ browser }) => {
      if (!core.hasPages) throw new AppError('not_found')
      const { content } = await readDraft(core, core.db)
      return { address: `${PREVIEW_PATH}${await makePreview(core, content, browser)}` }
    },
    'POST /api/admin/organisation/publish': async (call) => {
      await publishDraft(core, administering(call), call.body.revision, call.body.reason)
      return viewAll(core, call.caller.userId)
    },
    'GET /api/admin/organisation/versions': () => viewVersions(core),
  })
}

type Published = Awaited<ReturnType<typeof listVersions>>[number]

const viewVersion = (people: ReadonlyMap<string, Person>, { id, published_by, published_at }: Published) => ({
  version: id,
  published_by: published_by === null ? null : personIn(people, published_by),
  published_at,
})

function viewAll(core: Core, userId: string) {
  return core.db.transaction(async (tx) => {
    const [newest] = await listVersions(tx, 1)
    const inForce = await readInForce(core, tx)
    const draft = await readDraft(core, tx)
    const open = await findProposedPublication(tx, core.clock.now())
    const named = await readNamed(tx, [inForce.content, draft.content, ...(open ? [open.content] : [])])
    const changes = changesBetween(inForce.content, draft.content, named)
    const administrators = await listWithDuty(tx, 'administer')
    const people = await readPeople(
      tx,
      [newest?.published_by, draft.changedBy, open?.proposal.proposedBy, ...administrators].filter(
        (id) => typeof id === 'string',
      ),
    )
    const version = newest ? viewVersion(people, newest) : null
    return {
      published: inForce.content,
      version,
      draft: {
        content: draft.content,
        revision: draft.revision,
        changed_by: draft.changedBy === null ? null : personIn(people, draft.changedBy),
        changed_at: draft.changedAt,
      },
      changes,
      needs_second: await needsSecond(tx, changes),
      overtaken_by: draft.isBegun && draft.basedOn !== inForce.version ? version : null,
      proposal: open && {
        ...viewProposal(open.proposal, people, userId, {
          isBarred: namesAnew(userId, inForce.content, open.content),
          isOver: open.proposal.lapsed || open.basedOn !== inForce.version,
        }),
        changes: changesBetween(inForce.content, open.content, named),
      },
      steps: stepsOf(inForce.content, draft.content),
      languages: languageStates(core.env),
      administrators: administrators.map((id) => personIn(people, id)),
      ...viewStories(draft.content.texts.stories ?? [], named.stories),
    }
  })
}

/** Each story once: as the draft names it, or else its newest version. */
function viewStories(drafted: readonly string[], stories: Stories) {
  const inDraft = drafted.flatMap((id) => stories.get(id) ?? [])
  const shown = new Set(inDraft.map(({ story_id }) => story_id))
  const others = new Map([...stories.values()].map((story) => [story.story_id, story]))
  return {
    stories: inDraft.map(viewStory),
    other_stories: [...others.values()].filter(({ story_id }) => !shown.has(story_id)).map(viewStory),
  }
}

const viewStory = ({ id, story_id, content, hash }: StoredStory) => ({
  id,
  story_id,
  content,
  has_picture: hash !== null,
})

async function viewVersions(core: Core) {
  const versions = await listVersions(core.db, VERSIONS_MAX)
  const ours = unpublished(core.env)
  const withdrawn = await listWithdrawn(core.db, WITHDRAWN_MAX)
  const named = await readNamed(core.db, [ours, ...[...versions, ...withdrawn].map(({ content }) => content)])
  const people = await readPeople(core.db, [
    ...versions.flatMap(({ published_by }) => published_by ?? []),
    ...withdrawn.map(({ proposed_by }) => proposed_by),
  ])
  const inForce = versions[0]?.content ?? ours
  return {
    items: versions.map((each, at) => {
      const before = versions[at + 1]?.content ?? ours
      return Object.assign(viewVersion(people, each), {
        reason: each.reason,
        changes: changesBetween(before, each.content, named),
      })
    }),
    withdrawn: withdrawn.map(({ id, content, reason, proposed_by, proposed_at }) => ({
      proposal: id,
      proposed_by: personIn(people, proposed_by),
      proposed_at,
      reason,
      changes: changesBetween(inForce, content, named),
    })),
  }
}
