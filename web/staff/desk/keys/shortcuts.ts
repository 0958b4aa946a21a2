/**
 * Keys for people who work here all day: single ones, the same with Alt, or none (WCAG 2.1.4). They are silent while someone types or a
 * dialog is open.
 */
import { useEffectEvent, useLayoutEffect } from 'react'

/** Handler of each key, by `event.key`. */
export type Shortcuts = Readonly<Record<string, () => void>>

export const KEY_MODES = ['single', 'alt', 'off'] as const
export type KeyMode = (typeof KEY_MODES)[number]

const SWITCH = 'taimako-staff-keys'

export function keyMode(): KeyMode {
  const kept = localStorage.getItem(SWITCH)
  return KEY_MODES.find((mode) => mode === kept) ?? 'single'
}

export function setKeyMode(mode: KeyMode): void {
  if (mode === 'single') localStorage.removeItem(SWITCH)
  else localStorage.setItem(SWITCH, mode)
  showKeyMode()
}

/** Buttons show their keys as they are pressed: frame.css. */
export function showKeyMode(): void {
  document.documentElement.dataset['staffKeys'] = keyMode()
}

export const areShortcutsOn = () => keyMode() !== 'off'

type Press = Pick<
  KeyboardEvent,
  'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target' | 'defaultPrevented' | 'preventDefault'
>

/** @param within the dialog in which they work too */
export function runShortcut(press: Press, shortcuts: Shortcuts, within?: string): void {
  const mode = keyMode()
  if (mode === 'off' || press.altKey !== (mode === 'alt')) return
  if (press.defaultPrevented || press.ctrlKey || press.metaKey || isTyping(press.target) || isBehind(within)) return
  const key = mode === 'alt' ? keyBehindAlt(press) : press.key
  const run = takePlace(key) ?? (Object.hasOwn(shortcuts, key) ? shortcuts[key] : undefined)
  if (!run) return
  press.preventDefault()
  run()
}

/** With Alt, some systems type another character: the key is told by where it is. */
function keyBehindAlt({ key, code, shiftKey }: Press): string {
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? []
  if (letter !== undefined) return shiftKey ? letter : letter.toLowerCase()
  if (code === 'Slash') return shiftKey ? '?' : '/'
  const [, digit] = /^Digit(\d)$/.exec(code) ?? []
  return digit ?? { BracketLeft: '[', BracketRight: ']', Minus: '-', Equal: '+' }[code] ?? key
}

const PLACE_MILLISECONDS = 1500
let going: { readonly places: Shortcuts; readonly until: number } | undefined

/** For a moment, the next key goes to a place, before anything else that it does. */
export function awaitPlace(places: Shortcuts): void {
  going = { places, until: Date.now() + PLACE_MILLISECONDS }
}

function takePlace(key: string): (() => void) | undefined {
  const { places = {}, until = 0 } = going ?? {}
  going = undefined
  return Date.now() <= until && Object.hasOwn(places, key) ? places[key] : undefined
}

function isBehind(within: string | undefined): boolean {
  const dialogs = [...document.querySelectorAll('dialog[open]')]
  return dialogs.some((dialog) => within === undefined || !dialog.matches(within))
}

export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
}

/** For keys of the whole page. @param within a dialog in which they work too */
export function useShortcuts(shortcuts: Shortcuts, within?: string): void {
  const press = useEffectEvent((event: KeyboardEvent) => runShortcut(event, shortcuts, within))
  // A key that is pressed as soon as the part is seen is neither lost nor late.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
