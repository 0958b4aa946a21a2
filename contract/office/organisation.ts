/** The organisation's details: draft, preview of the whole site, publication, history. */
import { z } from 'zod'
import { actor, staffWith } from '../platform/administration.ts'
import { endpoint } from '../platform/endpoint.ts'
import { ok, personText, timestamp } from '../platform/fields.ts'
import { Organisation } from '../platform/organisation.ts'
import { proposal } from '../people/decisions.ts'
import { ORGANISATION_STEPS, PICTURE_BYTES_MAX, PUBLICATION_REASON_CHARACTERS_MAX } from './organisation-fields.ts'

/** One fact that differs, by its path such as `support.email`. Values as text. */
const change = z.strictObject({ field: z.string(), before: z.string(), after: z.string() })

const version = z.strictObject({ version: z.int(), published_by: actor, published_at: timestamp })

const view = z.strictObject({
  /** In force: published, or what a new instance shows. */
  published: Organisation,
  /** Null before the first publication. */
  version: version.nullable(),
  draft: z.strictObject({
    content: Organisation,
    /** 0: no one has changed anything. */
    revision: z.int(),
    changed_by: actor.nullable(),
    changed_at: timestamp.nullable(),
  }),
  /** Differences between the draft and the publication in force. */
  changes: z.array(change),
  /** Whether publishing takes a second person. */
  needs_second: z.boolean(),
  /** A publication since the draft was begun: it would be undone. */
  overtaken_by: version.nullable(),
  proposal: z.strictObject({ ...proposal.shape, changes: z.array(change) }).nullable(),
  steps: z.array(z.strictObject({ name: z.enum(ORGANISATION_STEPS), is_done: z.boolean() })),
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
    summary: 'Discards the draft, or begins one from an earlier publication.',
    body: z.strictObject({ revision, version: z.int().positive().optional() }),
    reply: ok(view.shape),
    errors: ['draft_changed', 'not_found'],
  }),
  'POST /api/admin/organisation/pictures': endpoint({
    ...staffWith('administer'),
    summary: 'Stores a logo: a drawing (SVG) that runs and loads nothing, or a PNG, which is encoded anew.',
    body: z.strictObject({ base64: z.base64().max(Math.ceil((PICTURE_BYTES_MAX * 4) / 3) + 4) }),
    bodyBytesMax: 600_000,
    reply: ok({ hash: z.string() }),
  }),
  'POST /api/admin/organisation/preview': endpoint({
    ...staffWith('administer'),
    summary: 'Renders the draft as a whole site. The address shows it to one browser, for an hour.',
    reply: ok({ address: z.string() }),
    errors: ['not_found'],
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
    errors: ['draft_changed', 'nothing_to_change', 'already_proposed'],
  }),
  'GET /api/admin/organisation/versions': endpoint({
    ...staffWith('administer'),
    summary: 'What was published, newest first, with what each publication changed; at most 50.',
    reply: ok({ items: z.array(z.strictObject({ ...version.shape, reason: z.string(), changes: z.array(change) })) }),
  }),
} as const
