/** The one toast on the screen. A new one replaces the previous one. */

export interface Toast {
  /** Distinguishes toasts: the same text twice is two toasts. */
  readonly id: number
  readonly kind: 'plain' | 'destructive'
  readonly title: string
  readonly description?: string
  /** The same text is at the fields, so the toast disappears by itself. */
  readonly isAtFields?: true
}

type Show = (toast: Toast | null) => void

let shown: Toast | null = null
/** The toasters on the page, the innermost last: a dialog has one too, because the page behind it can be neither heard nor pressed. */
const toasters = new Set<Show>()
/** The one that was innermost when the toast came. */
let place: Show | undefined

export function showToast(toast: Omit<Toast, 'id'>): void {
  place?.(null)
  shown = { ...toast, id: Date.now() }
  moveToInnermost()
}

export function dismissToast(): void {
  shown = null
  place?.(shown)
}

/** @returns what removes it, and leaves its toast to the next one */
export function addToaster(show: Show): () => void {
  toasters.add(show)
  if (!place) moveToInnermost()
  return () => {
    toasters.delete(show)
    if (place === show) moveToInnermost()
  }
}

function moveToInnermost(): void {
  place = [...toasters].at(-1)
  place?.(shown)
}
