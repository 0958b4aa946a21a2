/** A choice closes a menu; Escape closes it too, and returns the focus; so does moving elsewhere, or the panel would cover the focused element. */
import { useEffect } from 'react'

export function useClosing(menu: { readonly current: HTMLDetailsElement | null }): void {
  useEffect(() => {
    const element = menu.current
    if (!element) return
    const close = () => element.removeAttribute('open')
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !element.open) return
      close()
      element.querySelector('summary')?.focus()
    }
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !element.contains(target)) close()
    }
    const closeOnChoice = ({ target }: Event) => {
      if (target instanceof Element && target.closest('a, button')) close()
    }
    const listening = new AbortController()
    const { signal } = listening
    document.addEventListener('keydown', closeOnEscape, { signal })
    element.addEventListener('click', closeOnChoice, { signal })
    for (const leaving of ['focusin', 'pointerdown']) document.addEventListener(leaving, closeOutside, { signal })
    return () => listening.abort()
  }, [menu])
}
