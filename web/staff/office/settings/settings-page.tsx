/** The templates of rejections and of requests for papers. Each edit of a template is a new version. */
import { useState } from 'react'
import { type ApplicationType, REVIEW_CHARACTERS_MAX } from '../../../../contract/aid/application-fields.ts'
import { typesOf } from '../../../../contract/aid/offered-types.ts'
import { TEMPLATE_KINDS, TEMPLATE_TITLE_CHARACTERS_MAX } from '../../../../contract/aid/reason-fields.ts'
import { call } from '../../../api/client.ts'
import { Card } from '../../../ui/card.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { site } from '../../../words/site.ts'
import { typeName } from '../../../words/type-name.ts'
import { settings as words } from '#words/office/admin-settings.ts'
import type { Template } from '../../aid/templates/template.ts'
import { May } from '../../desk/may.tsx'
import { EndpointPart } from '../../desk/parts/endpoint-part.tsx'
import { FormDialog } from '../../desk/parts/form-dialog.tsx'
import { lineField, textField, unless } from '../../desk/parts/form-fields.tsx'
import { Opener, type DialogEnd } from '../../desk/parts/opener.tsx'

export function SettingsPage() {
  const [type, setType] = useState<ApplicationType>('schoolfees')
  return (
    <div className="stack mt-4 max-w-3xl gap-4">
      <h2 className="text-2xl">{words.templates}</h2>
      <p className="text-soft">{words.lead}</p>
      <SelectField
        label={words.type}
        value={type}
        onChange={({ target }) => setType(target.value)}
        options={typesOf(site.aid).map((each) => [each, typeName(each)])}
      />
      <TemplatesOf key={type} type={type} />
    </div>
  )
}

function TemplatesOf({ type }: { type: ApplicationType }) {
  return (
    <EndpointPart from="GET /api/admin/reason-templates" input={{ query: { type } }} failed={words.failed}>
      {({ items }, reload) =>
        TEMPLATE_KINDS.map((kind) => (
          <Card key={kind} title={words.kinds[kind]}>
            <ul className="rows mt-3">
              {items
                .filter((template) => template.kind === kind)
                .map((template) => (
                  <TemplateRow key={template.reason_code} template={template} onSaved={reload} />
                ))}
            </ul>
          </Card>
        ))
      }
    </EndpointPart>
  )
}

/** Closed until someone reads it. Of those with one name, a browser keeps one open. */
function TemplateRow({ template, onSaved }: { template: Template; onSaved: () => void }) {
  const { title, text, version } = template
  return (
    <li>
      <details name="template">
        <summary className="line cursor-pointer gap-x-3 gap-y-1 py-3">
          <span className="grow font-semibold text-leaf underline">{title}</span>
          <span className="text-sm text-soft">{words.version(version)}</span>
        </summary>
        <p className="request-text">{text}</p>
        <May duty="administer">
          <Opener text={words.edit} className="my-3" aria-label={words.editNamed(title)}>
            {(close) => <TemplateDialog template={template} onDone={onSaved} onClose={close} />}
          </Opener>
        </May>
      </details>
    </li>
  )
}

/** Edits a template. A colleague's edit in the meantime is never overwritten: the server refuses this one, and the text stays. */
function TemplateDialog({ template, ...end }: DialogEnd & { template: Template }) {
  const { version, title, text, ...key } = template
  return (
    <FormDialog
      title={words.dialog(title)}
      fields={[
        lineField('title', unless(words.nameMissing), {
          label: words.name,
          hint: words.nameHint,
          defaultValue: title,
          maxLength: TEMPLATE_TITLE_CHARACTERS_MAX,
        }),
        textField('text', unless(words.textMissing), {
          label: words.text,
          hint: words.textHint,
          defaultValue: text,
          rows: 10,
          maxLength: REVIEW_CHARACTERS_MAX,
        }),
      ]}
      words={{ button: words.save, done: words.saved, failed: words.notSaved }}
      send={(typed, bearer) => {
        const body = { ...key, title: typed('title').trim(), text: typed('text').trim(), expected_version: version }
        return call('PUT /api/admin/reason-templates', { body, bearer })
      }}
      {...end}
    />
  )
}
