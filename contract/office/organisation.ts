/** The organisation's details: draft, preview of the whole site, publication, history. */
import { z } from 'zod'
import { actor, byId, staffWith } from '../platform/administration.ts'
import { endpoint } from '../platform/endpoint.ts'
import { ok, personText, timestamp } from '../platform/fields.ts'
import { Organisation, PREVIEW_PATH } from '../platform/organisation.ts'
import { STORY_PICTURE_BYTES_MAX } from '../platform/text-fields.ts'
import { StoryText } from '../platform/texts.ts'
import { proposal } from '../people/decisions.ts'
import { ORGANISATION_STEPS, PICTURE_USES, PUBLICATION_REASON_CHARACTERS_MAX } from './organisation-fields.ts'

/** One fact that differs, by its path such as `support.email`. Values as text. */
const change = z.strictObject({ field: z.string(), before: z.string(), after: z.string() })

/** Nobody published it where the consent to a story ended. */
const version = z.strictObject({ version: z.int(), published_by: actor.nullable(), published_at: timestamp })

/** The newest version of a story whose words were not deleted. */
const story = z.strictObject({
  /** Changes with each edit. */
  id: z.uuid(),
  /** Stays. */
  story_id: z.uuid(),
  has_picture: z.boolean(),
  content: StoryText,
})

const base64 = (bytesMax: number) => z.base64().max(Math.ceil((bytesMax * 4) / 3) + 4)

const view = z.strictObject({
  /** In force: published, or what a new instance shows. */
  published: Organisation,
  /** Null before the first publication. */
  version: version.nullable(),
  draft: z.strictObject({
    content: Organisation,
    /** Changes with the draft and with the publication that it is compared with. */
    revision: z.int(),
    changed_by: actor.nullable(),
    /** Null: no one has changed anything. */
    changed_at: timestamp.nullable(),
  }),
  /** Differences between the draft and the publication in force. */
  changes: z.array(change),
  /** Whether publishing takes a second person. */
  needs_second: z.boolean(),
  /** A publication since the draft was begun: it would be undone. */
  overtaken_by: version.nullable(),
  proposal: z.strictObject({ ...proposal.shape, changes: z.array(change) }).nullable(),
  /** People who can be named to read complaints about people who work here. */
  administrators: z.array(actor),
  steps: z.array(
    z.strictObject({ name: z.enum(ORGANISATION_STEPS), is_done: z.boolean(), is_done_in_draft: z.boolean() }),
  ),
  /** Catalogues of this build. Without a reviewer a language is a draft. */
  languages: z.array(
    z.strictObject({
      name: z.string(),
      complete: z.int(),
      of: z.int(),
      review: z.strictObject({ by: z.string(), on: z.string() }).nullable(),
      is_shown: z.boolean(),
    }),
  ),
  /** In the order of the draft: each that it shows, as it names it. */
  stories: z.array(story),
  /** Stories that the draft does not show, but the site or the history does. */
  other_stories: z.array(story),
})

const revision = z.int().min(0)

export const organisationEndpoints = {
  'GET /api/admin/organisation': endpoint({
    ...staffWith('administer'),
    summary: 'The details of the organisation: in force, as a draft, and the steps that are left.',
    reply: ok(view.shape),
  }),
  'PUT /api/admin/organisation/draft': endpoint({
    ...staffWith('administer'),
    summary: 'Saves the draft. Another draft since the one seen is not overwritten.',
    body: z.strictObject({ revision, content: Organisation }),
    bodyBytesMax: 400_000,
    reply: ok(view.shape),
    errors: ['draft_changed'],
  }),
  'POST /api/admin/organisation/draft/discard': endpoint({
    ...staffWith('administer'),
    summary: 'Discards the draft, or begins one from an earlier publication, or from a proposal that was withdrawn.',
    body: z.strictObject({ revision, version: z.int().positive().optional(), proposal: z.uuid().optional() }),
    reply: ok(view.shape),
    errors: ['draft_changed', 'not_found'],
  }),
  'POST /api/admin/organisation/pictures': endpoint({
    ...staffWith('administer'),
    summary:
      'Stores a logo: a drawing (SVG) that runs and loads nothing, or a PNG. Or a photo of the home page: a JPEG, PNG or WebP. PNG and photos are encoded anew.',
    body: z.strictObject({ use: z.enum(PICTURE_USES), base64: base64(STORY_PICTURE_BYTES_MAX) }),
    bodyBytesMax: 4_200_000,
    reply: ok({ hash: z.string() }),
  }),
  'POST /api/admin/organisation/stories': endpoint({
    ...staffWith('administer'),
    summary: 'Stores a story, or a new version of one, which a draft can then name. Its picture is encoded anew.',
    body: z.strictObject({
      /** The version that it replaces, which keeps its picture where none is sent; null: a new story. */
      replaces: z.uuid().nullable(),
      content: StoryText,
      /** A photo; null: the one before stays, if there is one. */
      picture: base64(STORY_PICTURE_BYTES_MAX).nullable(),
    }),
    bodyBytesMax: 4_200_000,
    reply: ok({ id: z.uuid() }),
    errors: ['not_found'],
  }),
  'POST /api/admin/organisation/stories/:id/taking-back': endpoint({
    ...staffWith('administer'),
    params: byId,
    summary:
      'Takes a story back: its words and picture are deleted from the site, the draft and all of history, at once.',
    reply: ok(view.shape),
    errors: ['not_found'],
  }),
  'POST /api/admin/organisation/preview': endpoint({
    ...staffWith('administer'),
    summary: 'Renders the draft as a whole site. The address shows it to the browser that asked, for an hour.',
    reply: ok({ address: z.string() }),
    errors: ['not_found', 'draft_changed'],
    knowsBrowser: PREVIEW_PATH,
  }),
  'POST /api/admin/organisation/publish': endpoint({
    ...staffWith('administer'),
    summary: 'Publishes the draft. Names, contacts and registration take a second administrator, where there is one.',
    body: z.strictObject({
      revision,
      /** It is kept permanently. No names of persons. */
      reason: personText(PUBLICATION_REASON_CHARACTERS_MAX).trim().min(1, 'This field is required.'),
    }),
    reply: ok(view.shape),
    errors: ['draft_changed', 'nothing_to_change', 'already_proposed', 'own_focal_person'],
  }),
  'GET /api/admin/organisation/versions': endpoint({
    ...staffWith('administer'),
    summary:
      'What was published, newest first, with what each publication changed; at most 50. And the last five that were withdrawn or lapsed.',
    reply: ok({
      items: z.array(z.strictObject({ ...version.shape, reason: z.string(), changes: z.array(change) })),
      /** With what each would change now. A process of before an update leaves it out. */
      withdrawn: z
        .array(
          z.strictObject({
            proposal: z.uuid(),
            proposed_by: actor,
            proposed_at: timestamp,
            reason: z.string(),
            changes: z.array(change),
          }),
        )
        .optional(),
    }),
  }),
} as const
