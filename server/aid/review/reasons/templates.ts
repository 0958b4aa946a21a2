/** The templates: those that are shipped, replaced by the newest version that an administrator wrote. */
import { and, desc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { ApplicationType } from '../../../../contract/aid/application-fields.ts'
import type { reasonTemplateEndpoints } from '../../../../contract/aid/reason-templates.ts'
import { TEMPLATE_LANGUAGES, type Reason, type TemplateKind } from '../../../../contract/aid/reason-fields.ts'
import { recordAudit, type Administering } from '../../../record/audit/audit.ts'
import type { Core } from '../../../platform/core.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { isUniqueViolation } from '../../../platform/db/errors.ts'
import { AppError, refusedField } from '../../../platform/errors.ts'
import { requireKind } from '../../../platform/organisation.ts'
import { reasonTemplates } from '../../requests/schema.ts'
import { refuseUnknown } from './fill.ts'
import { shippedTemplates } from './shipped.ts'

const [LANGUAGE] = TEMPLATE_LANGUAGES

type Edited = z.output<(typeof reasonTemplateEndpoints)['PUT /api/admin/reason-templates']['body']>

/** Rejections first, in the order of their keys. */
export async function readTemplates(db: Db | Tx, type: ApplicationType) {
  const edited = await db
    .select()
    .from(reasonTemplates)
    .where(and(eq(reasonTemplates.applicationType, type), eq(reasonTemplates.language, LANGUAGE)))
    .orderBy(desc(reasonTemplates.version))
  return shippedTemplates(type).map(({ kind, code, ...shipped }) => {
    const newest = edited.find((each) => each.kind === kind && each.reasonCode === code)
    const { title, text, version } = newest ?? { ...shipped, version: 1 }
    return { kind, application_type: type, reason_code: code, language: LANGUAGE, title, text, version }
  })
}

/**
 * Writes the next version. Earlier ones stay, because decisions name them.
 * @throws AppError `invalid_input` (an unknown placeholder or kind of aid, or no reason of this kind), `template_changed`
 */
export async function editTemplate(core: Core, by: Administering, edited: Edited) {
  const { kind, application_type: applicationType, reason_code: reasonCode, language, title, text } = edited
  refuseUnknown(text, 'text')
  requireKind(core.organisation, applicationType, 'application_type')
  const now = core.clock.now()
  const version = edited.expected_version + 1
  return core.db
    .transaction(async (tx) => {
      const present = (await readTemplates(tx, applicationType)).find(
        (each) => each.kind === kind && each.reason_code === reasonCode,
      )
      if (!present) throw refusedField('reason_code', 'This is no reason of this kind.')
      if (present.version !== edited.expected_version) throw new AppError('template_changed')
      await tx.insert(reasonTemplates).values({
        kind,
        applicationType,
        reasonCode,
        language,
        version,
        title,
        text,
        editedBy: by.userId,
        createdAt: now,
      })
      const subjectId = `${kind}/${applicationType}/${reasonCode}/${language}`
      await recordAudit(tx, { by, action: 'template.changed', subject: 'template', subjectId }, now)
      return { ...present, title, text, version }
    })
    .catch((error: unknown) => {
      // Two edits at once: the second finds the version taken.
      throw isUniqueViolation(error, 'reason_templates_pkey') ? new AppError('template_changed') : error
    })
}

/** The template that a text began as, to be kept with the decision. */
export interface FromTemplate {
  readonly reasonCode: Reason | null
  readonly templateVersion: number | null
}

/** @throws AppError `invalid_input`: only one of them, no reason of this kind, or a version that never was */
export async function checkTemplate(
  tx: Tx,
  kind: TemplateKind,
  type: ApplicationType,
  { reasonCode, templateVersion }: FromTemplate,
): Promise<void> {
  if (reasonCode === null && templateVersion === null) return
  const known = (await readTemplates(tx, type)).find((each) => each.kind === kind && each.reason_code === reasonCode)
  if (known && templateVersion !== null && templateVersion <= known.version) return
  throw refusedField(known ? 'template_version' : 'reason_code', 'There is no such template.')
}
