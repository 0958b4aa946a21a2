/** Lists the keys, and lets people press them with Alt or turn them off. */
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Choices } from '../../../ui/choices.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { keys as words } from '#words/office/admin-keys.ts'
import './keys-dialog.css'
import { KEY_MODES, keyMode, setKeyMode } from './shortcuts.ts'

type Name = keyof typeof words.names

const GROUPS: readonly { readonly name: keyof typeof words.groups; readonly keys: readonly [string, Name][] }[] = [
  {
    name: 'anywhere',
    keys: [
      ['/', 'search'],
      ['Ctrl K', 'palette'],
      ['n', 'next'],
      ['c', 'create'],
      ['g q', 'goQueue'],
      ['g p', 'goPayouts'],
      ['g m', 'goMessages'],
      ['g b', 'goBooks'],
      ['g t', 'goTeam'],
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
      ['z', 'wait'],
      ['1 2 3', 'waitUntil'],
    ],
  },
  {
    name: 'payout',
    keys: [
      ['a', 'release'],
      ['Enter', 'confirm'],
      ['j k', 'payout'],
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
      ['F6', 'landmark'],
      ['1 … 9', 'template'],
      ['Ctrl Enter', 'send'],
      ['m', 'message'],
      ['o', 'note'],
      ['l', 'link'],
      ['u', 'undo'],
      ['Esc', 'close'],
    ],
  },
]

export function KeysDialog({ onClose }: { onClose: () => void }) {
  const [mode, setMode] = useState(keyMode)
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
      <Choices
        label={words.mode}
        options={KEY_MODES.map((value) => ({ value, text: words.modes[value] }))}
        chosen={mode}
        onChoose={(chosen) => {
          setMode(chosen)
          setKeyMode(chosen)
        }}
      />
      <p className="text-sm text-soft">{words.modeHint}</p>
      <Button look="outline" className="mt-5" onClick={onClose}>
        {words.close}
      </Button>
    </Dialog>
  )
}
