/** Single keys for people who work here all day. They are silent while someone types or a dialog is open, and can be turned off. */
import { useEffect, useEffectEvent } from 'react'

/** What each key does, by `event.key`. */
export type Shortcuts = Readonly<Record<string, () => void>>

const SWITCH = 'taimako-staff-keys'
const OFF = 'off'

export function areShortcutsOn(): boolean {
  return localStorage.getItem(SWITCH) !== OFF
}

export function turnShortcuts(isOn: boolean): void {
  if (isOn) localStorage.removeItem(SWITCH)
  else localStorage.setItem(SWITCH, OFF)
}

type Press = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target' | 'defaultPrevented' | 'preventDefault'
>

/** @param within the dialog in which they work too */
export function runShortcut(press: Press, shortcuts: Shortcuts, within?: string): void {
  if (press.defaultPrevented || press.ctrlKey || press.metaKey || press.altKey) return
  const run = Object.hasOwn(shortcuts, press.key) ? shortcuts[press.key] : undefined
  if (!run || isTyping(press.target) || isBehind(within) || !areShortcutsOn()) return
  press.preventDefault()
  run()
}

function isBehind(within: string | undefined): boolean {
  const dialogs = [...document.querySelectorAll('dialog[open]')]
  return dialogs.some((dialog) => within === undefined || !dialog.matches(within))
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
}

/** For keys of the whole page. @param within a dialog in which they work too */
export function useShortcuts(shortcuts: Shortcuts, within?: string): void {
  const press = useEffectEvent((event: KeyboardEvent) => runShortcut(event, shortcuts, within))
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
