/** Templates of the words with which staff rejects a request or asks for papers. Administrators edit them; each edit is a version. */
import { z } from 'zod'
import { staffWith, byId } from '../platform/administration.ts'
import { REVIEW_CHARACTERS_MAX } from './application-fields.ts'
import { applicationType } from './application-type.ts'
import { endpoint } from '../platform/endpoint.ts'
import { ok, personText } from '../platform/fields.ts'
import {
  NAMED_PAPER_CHARACTERS_MAX,
  NAMED_PAPERS_MAX,
  REASONS,
  TEMPLATE_KINDS,
  TEMPLATE_LANGUAGES,
  TEMPLATE_TITLE_CHARACTERS_MAX,
} from './reason-fields.ts'

const required = 'This field is required.'
const key = {
  kind: z.enum(TEMPLATE_KINDS),
  application_type: applicationType,
  /** A reason of its kind. */
  reason_code: z.enum(REASONS),
  language: z.enum(TEMPLATE_LANGUAGES),
}
const template = z.strictObject({
  ...key,
  title: z.string(),
  /** With placeholders: `{first_name}`, `{case}`, `{papers}`, `{date}`. */
  text: z.string(),
  /** 1 for the original text; each edit adds one. */
  version: z.number().int(),
})

/** The text for the placeholder `{papers}`. */
export const namedPapers = z.array(personText(NAMED_PAPER_CHARACTERS_MAX).trim().min(1, required)).max(NAMED_PAPERS_MAX)

/** The template that a text began as: both or none. */
export const fromTemplate = {
  reason_code: z.enum(REASONS).optional(),
  template_version: z.number().int().positive().optional(),
  papers: namedPapers.optional(),
}

export const reasonTemplateEndpoints = {
  'GET /api/admin/reason-templates': endpoint({
    ...staffWith('see_requests'),
    summary: 'The templates of one kind of aid or of all, rejections first, in the order of their keys.',
    query: z.strictObject({ type: applicationType.optional() }),
    reply: ok({ items: z.array(template) }),
  }),
  'PUT /api/admin/reason-templates': endpoint({
    ...staffWith('administer'),
    summary: 'Writes the next version of a template. A placeholder that is not known is refused. Audited.',
    body: z.strictObject({
      ...key,
      title: personText(TEMPLATE_TITLE_CHARACTERS_MAX).trim().min(1, required),
      text: personText(REVIEW_CHARACTERS_MAX).trim().min(1, required),
      expected_version: z.number().int().positive(),
    }),
    reply: { status: 200, schema: template },
    errors: ['template_changed'],
  }),
  'POST /api/admin/applications/:id/preview': endpoint({
    ...staffWith('decide_requests'),
    summary:
      'What the applicant would read on their page, and the mail, which says only that there is news. A placeholder that is unknown or cannot be filled is refused.',
    params: byId,
    body: z.strictObject({
      kind: z.enum(TEMPLATE_KINDS),
      text: personText(REVIEW_CHARACTERS_MAX).trim().min(1, required),
      papers: namedPapers.default([]),
    }),
    reply: ok({ text: z.string(), mail: z.strictObject({ subject: z.string(), text: z.string() }) }),
    errors: ['not_found'],
  }),
} as const
