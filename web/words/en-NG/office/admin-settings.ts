/** The words of the settings. */
import type { TemplateKind } from '../../../../contract/aid/reason-fields.ts'

export const settings = {
  digest: 'Email me at 07:30 when requests are waiting',
  digestHint: 'How many are late, answered, yours or new. No names, and nothing when nothing waits.',
  late: 'Email me when requests have become late',
  lateHint:
    'Critical ones as soon as they are late, between 07:30 and 19:00; others at 07:30. With case numbers only, once for each request.',
  mailSaved: 'Saved',
  mailNotSaved: 'Failed to save',
  mailFailed: 'Failed to load what you chose',
  templates: 'Templates',
  lead: 'Reviewers choose a template and can change its words before they send it. A change here applies to letters written from now on. Letters that were sent stay as they are.',
  type: 'Kind of aid',
  kinds: { rejection: 'Rejections', papers: 'Requests for papers' } satisfies Record<TemplateKind, string>,
  edit: 'Edit',
  editNamed: (title: string) => `Edit “${title}”`,
  version: (version: number) => (version === 1 ? 'Original text' : `Version ${version.toLocaleString('en-NG')}`),
  dialog: (title: string) => `Edit “${title}”`,
  name: 'Title',
  nameHint: 'Reviewers see it. Applicants do not.',
  nameMissing: 'Enter a title.',
  text: 'Text',
  textHint:
    '{first_name}, {case}, {papers} and {date} are filled in for each applicant: the first name, the case number, the missing papers, and the last day for an answer.',
  textMissing: 'Enter a text.',
  save: 'Save as a new version',
  saved: 'Template saved',
  notSaved: 'Failed to save the template',
  failed: 'Failed to load the templates',
}
