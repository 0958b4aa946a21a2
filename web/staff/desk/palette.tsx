/** The search of the bar, Ctrl K, and / where a page has no search: goes to a place, a request or a person by typing. The first line that fits is what Enter does; Tab leads to the others. */
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { hasDuty, type StaffRole } from '../../../contract/platform/staff-roles.ts'
import { useSession } from '../../api/session/session-provider.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { staffFrame } from '#words/office/admin-frame.ts'
import { useShortcuts } from './keys/shortcuts.ts'
import { NEW_REQUEST, placeAddress } from './places.ts'
import { staffRolesOf } from './staff-roles-of.ts'
import { linksFor } from './links.ts'

const words = staffFrame.palette

interface Command {
  readonly text: string
  readonly to: string
}

export function Palette() {
  const session = useSession()
  const roles = session.is === 'in' ? staffRolesOf(session.user) : []
  const [isOpen, setOpen] = useState(false)
  // A page without a search of its own has this one.
  useShortcuts({
    '/': () => {
      const search = document.querySelector<HTMLInputElement>('main input[type=search]')
      if (search) search.focus()
      else setOpen(true)
    },
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isAsked =
        event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!isAsked || document.querySelector('dialog[open]')) return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <button type="button" className="staff-search" onClick={() => setOpen(true)}>
        <Icon name="search" /> {words.title} <kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      {isOpen && roles.length > 0 && <Commands roles={roles} onClose={() => setOpen(false)} />}
    </>
  )
}

function Commands({ roles, onClose }: { roles: readonly StaffRole[]; onClose: () => void }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLFormElement>(null)
  useEffect(() => field.current?.querySelector('input')?.focus(), [])
  const commands = commandsFor(roles, typed.trim())
  const run = ({ to }: Command) => {
    onClose()
    void navigate(to)
  }
  return (
    <Dialog title={words.title} onClose={onClose}>
      <form
        ref={field}
        className="mt-4 grid gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (commands[0]) run(commands[0])
        }}
      >
        <TextField
          label={words.label}
          type="search"
          autoComplete="off"
          value={typed}
          error={undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
        <ul aria-label={words.list} className="grid max-h-88 overflow-y-auto">
          {commands.map((command, place) => (
            <li key={command.to}>
              <button type="button" className="option" data-first={place === 0} onClick={() => run(command)}>
                {command.text}
              </button>
            </li>
          ))}
        </ul>
      </form>
    </Dialog>
  )
}

/** Places that begin so, and then the searches for what was typed. */
function commandsFor(roles: readonly StaffRole[], typed: string): readonly Command[] {
  const places: Command[] = linksFor(roles).map(({ text, to }) => ({ text, to }))
  if (hasDuty(roles, 'decide_requests')) places.push({ text: words.create, to: NEW_REQUEST })
  const fits = places.filter(({ text }) => typed === '' || text.toLowerCase().includes(typed.toLowerCase()))
  if (typed === '' || !hasDuty(roles, 'see_requests')) return fits
  const search = { search: typed }
  return [
    ...fits,
    { text: words.findRequest(typed), to: placeAddress('applications', search) },
    { text: words.findPerson(typed), to: placeAddress('beneficiaries', search) },
  ]
}
