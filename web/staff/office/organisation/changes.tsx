/** Changes of a draft or a publication, fact by fact. */
import { organisation as words } from '#words/office/admin-organisation.ts'
import { TEXT_PARTS } from './texts.ts'
import { FIELDS, type OrganisationView } from './steps.ts'

const SHORT_CHARACTERS_MAX = 200

export function Changes({ changes }: { changes: OrganisationView['changes'] }) {
  return (
    <dl className="facts mt-3 grid gap-2">
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{nameOf(field)}</dt>
          <dd className="wrap-anywhere">
            <FromTo before={short(before)} after={short(after)} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function nameOf(field: string): string {
  const path = FIELDS.find((each) => each === field)
  if (path) return words.fields[path].label
  const [kind, part, name = '', ...rest] = field.split('.')
  if (part === 'own_kinds') return nameOfKind(name, rest)
  if (part === 'stories') return words.named(words.stories, [name, ...rest].join('.') || words.otherFacts.stories)
  const text = TEXT_PARTS.find((each) => each === part)
  if (kind !== 'texts' || !text) return words.pictures[part === 'picture' ? 'picture' : 'logo'].title
  const { story_figures: stories, about_figures: about } = words.items
  const figures = text === 'figures' && { stories: stories.title, about: about.title }
  const labels = new Map(Object.entries<string>({ ...words.textFields[text], ...words.otherFacts, ...figures }))
  return words.named(words.texts[text].title, labels.get(name) ?? rest.join('.'))
}

/** A name may have a dot. */
function nameOfKind(name: string, rest: readonly string[]): string {
  const said: ReadonlyMap<string, { label: string }> = new Map(Object.entries(words.kindFields))
  const of = [name, ...rest.slice(0, -1)].join('.')
  return name === '' ? words.items.own_kinds.title : words.named(of, said.get(rest.at(-1) ?? '')?.label ?? of)
}

/** Long ones are shown when they are asked for, above each other. */
function FromTo({ before, after }: { before: string; after: string }) {
  const text = words.fromTo(before, after)
  if (text.length <= SHORT_CHARACTERS_MAX) return text
  return (
    <details>
      <summary className="cursor-pointer py-2">{words.longChange}</summary>
      <p className="request-text text-soft">
        <del>{before}</del>
      </p>
      <p className="request-text mt-3">{after}</p>
    </details>
  )
}

/** A picture is named by a hash, of which the beginning tells two apart. */
const short = (value: string) =>
  value === '' ? words.missing : /^[0-9a-f]{64}$/.test(value) ? value.slice(0, 8) : value
