/** A template of what applicants read. */
import type { CallReply } from '../../../api/client.ts'

export type Template = CallReply<'GET /api/admin/reason-templates'>['items'][number]
