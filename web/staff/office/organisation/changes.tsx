/** What a draft or a publication changes, fact by fact. */
import { organisation as words } from '#words/office/admin-organisation.ts'
import { FIELDS, type OrganisationView } from './steps.ts'

export function Changes({ changes }: { changes: OrganisationView['changes'] }) {
  return (
    <dl className="facts mt-3 grid gap-2">
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{nameOf(field)}</dt>
          <dd className="wrap-anywhere">{words.fromTo(short(before), short(after))}</dd>
        </div>
      ))}
    </dl>
  )
}

function nameOf(field: string): string {
  const path = FIELDS.find((each) => each === field)
  if (path) return words.fields[path].label
  return field.startsWith('texts.') ? words.text(field.slice('texts.'.length)) : words.logo
}

/** A logo is named by a hash, of which the beginning tells two apart. */
const short = (value: string) =>
  value === '' ? words.missing : /^[0-9a-f]{64}$/.test(value) ? value.slice(0, 8) : value
