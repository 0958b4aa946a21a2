/** The templates of rejections and of requests for papers. Each edit of a template is a new version. */
import { useState } from 'react'
import { APPLICATION_TYPES, type ApplicationType } from '../../../../contract/aid/application-fields.ts'
import { TEMPLATE_KINDS } from '../../../../contract/aid/reason-fields.ts'
import { SmallButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { LoadedPart } from '../../../ui/loaded-part.tsx'
import { Select } from '../../../ui/select.tsx'
import { settings as words } from '#words/office/admin-settings.ts'
import { applications } from '#words/aid/applications.ts'
import { useEndpoint } from '../../desk/queries.ts'
import { ListSkeleton } from '../../desk/lists/list-skeleton.tsx'
import { useFailureToast } from '../../desk/parts/use-failure-toast.ts'
import type { Template } from '../../aid/templates/template.ts'
import { TemplateDialog } from './template-dialog.tsx'
import { May } from '../../desk/may.tsx'

export function SettingsPage() {
  const [type, setType] = useState<ApplicationType>('schoolfees')
  const choose = (value: string) => {
    const chosen = APPLICATION_TYPES.find((known) => known === value)
    if (chosen) setType(chosen)
  }
  return (
    <div className="stack mt-4 max-w-3xl gap-4">
      <h2 className="text-2xl">{words.templates}</h2>
      <p className="text-soft">{words.lead}</p>
      <Field label={words.type}>
        {(control) => (
          <Select {...control} value={type} onChange={(event) => choose(event.target.value)}>
            {APPLICATION_TYPES.map((each) => (
              <option key={each} value={each}>
                {applications.types[each]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <TemplatesOf key={type} type={type} />
    </div>
  )
}

function TemplatesOf({ type }: { type: ApplicationType }) {
  const [edited, edit] = useState<Template>()
  const loaded = useEndpoint(
    'GET /api/admin/reason-templates',
    { query: { type } },
    {
      onProblem: useFailureToast(words.failed),
    },
  )
  return (
    <LoadedPart loaded={loaded} failed={words.failed} skeleton={<ListSkeleton />}>
      {({ items }) => (
        <>
          {TEMPLATE_KINDS.map((kind) => (
            <Card key={kind} title={words.kinds[kind]}>
              <ul className="rows mt-3">
                {items
                  .filter((template) => template.kind === kind)
                  .map((template) => (
                    <TemplateRow key={template.reason_code} template={template} onEdit={() => edit(template)} />
                  ))}
              </ul>
            </Card>
          ))}
          {edited && (
            <TemplateDialog
              template={edited}
              onSaved={() => {
                edit(undefined)
                loaded.reload()
              }}
              onClose={() => edit(undefined)}
            />
          )}
        </>
      )}
    </LoadedPart>
  )
}

/** Closed until someone reads it. Of those with one name, a browser keeps one open. */
function TemplateRow({ template: { title, text, version }, onEdit }: { template: Template; onEdit: () => void }) {
  return (
    <li>
      <details name="template">
        <summary className="line cursor-pointer gap-x-3 gap-y-1 py-3">
          <span className="grow font-semibold text-leaf underline">{title}</span>
          <span className="text-sm text-soft">{words.version(version)}</span>
        </summary>
        <p className="request-text">{text}</p>
        <May duty="administer">
          <SmallButton className="my-3" aria-label={words.editNamed(title)} onClick={onEdit}>
            {words.edit}
          </SmallButton>
        </May>
      </details>
    </li>
  )
}
