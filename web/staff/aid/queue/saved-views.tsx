/** Views that people keep: each a name for what the list shows. They are behind one chip, so that many of them push no row down. */
import { useRef, useState, type FormEvent } from 'react'
import { Link } from 'react-router'
import { VIEW_NAME_CHARACTERS_MAX } from '../../../../contract/aid/queue-fields.ts'
import { call, type CallReply } from '../../../api/client.ts'
import { dayOfMoment } from '../../../lib/days.ts'
import { useClosing } from '../../../lib/use-closing.ts'
import { useLoaded } from '../../../lib/use-loaded.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { savedViews as words } from '#words/aid/admin-queue.ts'
import { useAdministration } from '../../desk/administration.ts'
import { DialogButtons } from '../../desk/parts/dialog-buttons.tsx'
import { useFailureToast } from '../../desk/parts/use-failure-toast.ts'
import { useOutcome } from '../../desk/parts/use-outcome.ts'
import { placeAddress } from '../../desk/places.ts'

type SavedView = CallReply<'GET /api/admin/views'>['items'][number]

interface SavedViewsProps {
  /** What the list shows now, as the API takes it. */
  query: Readonly<Record<string, string>>
}

export function SavedViews({ query }: SavedViewsProps) {
  const { bearer } = useAdministration()
  const outcome = useOutcome()
  const [isNaming, setNaming] = useState(false)
  const menu = useRef<HTMLDetailsElement>(null)
  useClosing(menu)
  const { view: loaded, reload } = useLoaded((signal) => call('GET /api/admin/views', { bearer, signal }), {
    onProblem: useFailureToast(words.failed),
  })
  const views = loaded.is === 'there' ? loaded.value.items : []
  const shown = views.find((view) => isSame(new URLSearchParams(view.query), new URLSearchParams(query)))
  const save = async (name: string, shared: boolean) => {
    const body = { name, shared, query: new URLSearchParams(query).toString() }
    const saving = call('POST /api/admin/views', { body, bearer })
    if (!(await outcome(saving, { done: words.saved, failed: words.notSaved }))) return
    setNaming(false)
    reload()
  }
  const remove = async ({ id }: SavedView) => {
    const deleting = call('DELETE /api/admin/views/:id', { params: { id }, bearer })
    if (await outcome(deleting, { done: words.deleted, failed: words.notDeleted })) reload()
  }
  const isNarrowed = Object.keys(query).some((name) => name !== 'view')
  const close = () => menu.current?.removeAttribute('open')
  const startNaming = () => {
    close()
    // Where the focus returns to when the dialog closes.
    menu.current?.querySelector('summary')?.focus()
    setNaming(true)
  }
  return (
    <>
      <details ref={menu} className="saved-views">
        <summary className="queue-view" aria-current={shown && 'page'}>
          {words.chip} <span className="queue-count">{loaded.is === 'there' ? views.length : '–'}</span>
        </summary>
        <div className="saved-views-panel">
          {views.length > 0 && <ViewList views={views} shown={shown} onChoose={close} />}
          {views.length === 0 && !isNarrowed && <p className="text-sm text-soft">{words.none}</p>}
          {isNarrowed && shown === undefined && (
            <Button look="outline" className="button-small" onClick={startNaming}>
              {words.save}
            </Button>
          )}
          {shown?.own === true && (
            <Button look="quiet" className="button-small" onClick={() => void remove(shown)}>
              {words.remove(shown.name)}
            </Button>
          )}
        </div>
      </details>
      {isNaming && <NamingDialog onSave={save} onClose={() => setNaming(false)} />}
    </>
  )
}

interface ViewListProps {
  views: readonly SavedView[]
  shown: SavedView | undefined
  onChoose: () => void
}

function ViewList({ views, shown, onChoose }: ViewListProps) {
  return (
    <nav aria-label={words.label}>
      <ul>
        {views.map((view) => (
          <li key={view.id}>
            <Link
              to={addressOf(view)}
              className="staff-place"
              aria-current={view === shown ? 'page' : undefined}
              onClick={onChoose}
            >
              <span className="wrap-anywhere">{view.name}</span>
              {!view.own && <Badge tone="plain">{words.shared}</Badge>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function isSame(one: URLSearchParams, other: URLSearchParams): boolean {
  one.sort()
  other.sort()
  return one.toString() === other.toString()
}

/** The address has days where the API has moments. */
function addressOf({ query }: SavedView): string {
  const given = new URLSearchParams(query)
  const [from, to] = [given.get('from'), given.get('to')]
  if (from !== null) given.set('from', dayOfMoment(new Date(from)))
  if (to !== null) given.set('to', dayOfMoment(new Date(Date.parse(to) - 1)))
  return placeAddress('applications', Object.fromEntries(given))
}

interface NamingDialogProps {
  onSave: (name: string, shared: boolean) => Promise<void>
  onClose: () => void
}

function NamingDialog({ onSave, onClose }: NamingDialogProps) {
  const [fault, setFault] = useState<string>()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const given = data.get('name')
    const name = typeof given === 'string' ? given.trim() : ''
    setFault(name === '' ? words.nameMissing : undefined)
    if (name !== '') void onSave(name, data.has('shared'))
  }
  return (
    <Dialog title={words.title} lead={words.lead} onClose={onClose}>
      <form onSubmit={submit} noValidate className="mt-5 grid gap-5">
        <TextField
          label={words.name}
          name="name"
          maxLength={VIEW_NAME_CHARACTERS_MAX}
          error={fault}
          autoComplete="off"
        />
        <Checkbox label={words.share} hint={words.shareHint} name="shared" />
        <DialogButtons text={words.save} onClose={onClose} />
      </form>
    </Dialog>
  )
}
