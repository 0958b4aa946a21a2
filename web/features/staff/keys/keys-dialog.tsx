/** Lists the keys, and turns single keys off. `?` opens it, and a button for everyone without a keyboard shortcut. */
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { keys as words } from '#words/admin-queue.ts'
import { NEW_REQUEST } from '../places.ts'
import { areShortcutsOn, turnShortcuts, useShortcuts } from './shortcuts.ts'

type Name = keyof typeof words.names

const GROUPS: readonly { readonly name: keyof typeof words.groups; readonly keys: readonly [string, Name][] }[] = [
  {
    name: 'anywhere',
    keys: [
      ['/', 'search'],
      ['n', 'next'],
      ['c', 'create'],
      ['?', 'help'],
    ],
  },
  {
    name: 'list',
    keys: [
      ['j k', 'move'],
      ['Enter', 'open'],
      ['x', 'select'],
      ['t', 'take'],
      ['i', 'assign'],
      ['z', 'snooze'],
    ],
  },
  {
    name: 'review',
    keys: [
      ['a', 'approve'],
      ['r', 'reject'],
      ['p', 'papers'],
      ['j k', 'neighbour'],
      ['[ ]', 'paper'],
      ['+ - 0', 'zoom'],
      ['1 … 9', 'template'],
      ['Ctrl Enter', 'send'],
      ['m', 'message'],
      ['o', 'note'],
      ['u', 'undo'],
      ['Esc', 'close'],
    ],
  },
]

export function KeysButton() {
  const [isOpen, setOpen] = useState(false)
  const navigate = useNavigate()
  useShortcuts({ '?': () => setOpen(true), c: () => void navigate(NEW_REQUEST) })
  return (
    <>
      <Button look="quiet" className="button-small keys-button" aria-label={words.button} onClick={() => setOpen(true)}>
        <kbd>?</kbd>
      </Button>
      {isOpen && <KeysDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function KeysDialog({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(areShortcutsOn)
  return (
    <Dialog title={words.title} lead={words.lead} onClose={onClose}>
      {GROUPS.map((group) => (
        <section key={group.name} className="keys-group">
          <h3>{words.groups[group.name]}</h3>
          <dl>
            {group.keys.map(([key, name]) => (
              <div key={key}>
                <dt>
                  {key.split(' ').map((one) => (
                    <kbd key={one}>{one}</kbd>
                  ))}
                </dt>
                <dd>{words.names[name]}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Checkbox
        label={words.on}
        hint={words.onHint}
        checked={isOn}
        onChange={(event) => {
          setOn(event.target.checked)
          turnShortcuts(event.target.checked)
        }}
      />
      <Button look="outline" className="keys-close" onClick={onClose}>
        {words.close}
      </Button>
    </Dialog>
  )
}
