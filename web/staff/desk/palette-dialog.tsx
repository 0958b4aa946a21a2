/** The field and the results of the search of the bar. It loads when it is opened. */
import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent, type ReactNode } from 'react'
import { useNavigate } from '../../lib/router.tsx'
import type { SignedIn } from '../../api/session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { staffFrame } from '#words/office/admin-frame.ts'
import { actsOfPage, commandsFor, type Command, type Found } from './palette-commands.ts'
import { useFound } from './palette-search.ts'
import { staffRolesOf } from './staff-roles-of.ts'

const words = staffFrame.palette

interface PaletteProps {
  session: SignedIn
  /** Typed before the field had the focus: a key of that moment still adds to it. */
  begun: string
  onClose: () => void
}

export function PaletteDialog({ session, begun, onClose }: PaletteProps) {
  const navigate = useNavigate()
  const [edited, setEdited] = useState<string>()
  const typed = edited ?? begun
  const [chosen, setChosen] = useState<string>()
  const [acts] = useState(actsOfPage)
  const isWanted = useRef(false)
  const field = useRef<HTMLFormElement>(null)
  useEffect(() => field.current?.querySelector('input')?.focus(), [])
  const search = typed.trim()
  const offered = (found: Found) => commandsFor({ roles: staffRolesOf(session.user), acts, typed: search, found })
  const run = (command: Command | undefined) => {
    if (!command) return
    onClose()
    if (command.to !== undefined) void navigate(command.to)
    // After the dialog has given the focus back.
    else requestAnimationFrame(() => command.button?.click())
  }
  const { found, state } = useFound(search, session.bearer, (answer) => {
    if (isWanted.current) run(offered(answer)[0])
  })
  const commands = offered(found)
  const active = commands.find(({ key }) => key === chosen) ?? commands[0]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Enter before the answer opens the best of the answer.
    isWanted.current = state === 'searching' && chosen === undefined && active?.kind === 'list'
    if (!isWanted.current) run(active)
  }
  const step = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by === undefined || !active) return
    event.preventDefault()
    setChosen(commands[(commands.indexOf(active) + by + commands.length) % commands.length]?.key)
  }
  return (
    <Dialog title={words.title} onClose={onClose}>
      <form ref={field} className="mt-4 grid gap-3" onSubmit={submit}>
        <Options commands={commands} active={active} onRun={run}>
          {(combobox) => (
            <TextField
              {...combobox}
              label={words.label}
              type="search"
              autoComplete="off"
              maxLength={100}
              value={typed}
              error={undefined}
              onKeyDown={step}
              onChange={(event) => {
                setEdited(event.target.value)
                setChosen(undefined)
                isWanted.current = false
              }}
            />
          )}
        </Options>
        <output className="text-sm text-soft">{words.states[state](commands.length)}</output>
        <Button look="quiet" onClick={onClose}>
          {words.close}
        </Button>
      </form>
    </Dialog>
  )
}

interface OptionsProps {
  commands: readonly Command[]
  active: Command | undefined
  onRun: (command: Command) => void
  /** The field that the list belongs to, with the attributes of a combobox. */
  children: (combobox: ReturnType<typeof comboboxOf>) => ReactNode
}

const comboboxOf = (list: string, activeId: string | undefined) =>
  ({
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': activeId !== undefined,
    'aria-controls': list,
    'aria-activedescendant': activeId,
  }) as const

/** The focus stays in the field: the chosen option is the active descendant. */
function Options({ commands, active, onRun, children }: OptionsProps) {
  const list = useId()
  const idOf = (command: Command) => `${list}-${command.key}`
  const activeId = active && idOf(active)
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  return (
    <>
      {children(comboboxOf(list, activeId))}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a <select> shows no second line */}
      <div id={list} role="listbox" aria-label={words.list} className="palette-list">
        {commands.map((command) => (
          <button
            key={command.key}
            id={idOf(command)}
            type="button"
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
            role="option"
            tabIndex={-1}
            aria-selected={command === active}
            className="option"
            onClick={() => onRun(command)}
          >
            <span className="grid min-w-0">
              {command.text}
              {command.detail !== undefined && <span className="text-sm text-soft">{command.detail}</span>}
            </span>
            <span className="text-sm text-soft">{words.kinds[command.kind]}</span>
          </button>
        ))}
      </div>
    </>
  )
}
