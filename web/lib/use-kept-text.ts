/**
 * Keeps the text of a field when the session ends, in this tab and for its writer alone, and fills the field again after they sign in.
 * Decision 0116.
 */
import { useLayoutEffect, useRef, type RefObject } from 'react'
import { readSession } from '../api/session/session-store.ts'

/** Begins as the drafts of answers in draft-keys.ts do: whatever deletes those deletes it. A module of names would weigh on other pages. */
const KEPT_TEXT = 'taimako-papers-typed-'

/** @param name of the field among all fields of the person; undefined where no one is signed in. @returns the ref of the field */
export function useKeptText(name: string | undefined): RefObject<HTMLTextAreaElement | null> {
  const field = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    const area = field.current
    const session = readSession()
    if (!area || name === undefined || session.is !== 'in') return undefined
    const key = `${KEPT_TEXT}${session.user.id}-${name}`
    const given = area.value
    restore(area, key)
    return () => {
      const now = readSession()
      if (now.is === 'out' && now.because === 'ended' && area.value !== given) keep(key, area.value)
    }
  }, [name])
  return field
}

function restore(area: HTMLTextAreaElement, key: string): void {
  try {
    const kept = sessionStorage.getItem(key)
    if (kept === null) return
    sessionStorage.removeItem(key)
    // Uses the setter of all fields, so that React sees a change, also of a field whose text it holds.
    Reflect.set(HTMLTextAreaElement.prototype, 'value', kept, area)
    area.dispatchEvent(new Event('input', { bubbles: true }))
  } catch (fault) {
    console.warn('What was typed could not be read.', fault)
  }
}

function keep(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text)
  } catch (fault) {
    console.warn('What was typed could not be kept.', fault)
  }
}
