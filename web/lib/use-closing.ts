/** Escape closes a menu and returns the focus; so does moving elsewhere, or the panel would cover the focused element. */
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
    document.addEventListener('keydown', closeOnEscape)
    document.addEventListener('focusin', closeOutside)
    document.addEventListener('pointerdown', closeOutside)
    return () => {
      document.removeEventListener('keydown', closeOnEscape)
      document.removeEventListener('focusin', closeOutside)
      document.removeEventListener('pointerdown', closeOutside)
    }
  }, [menu])
}
