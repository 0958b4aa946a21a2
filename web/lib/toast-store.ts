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

let shown: Toast | null = null
/** The toasters on the page, the innermost last: a dialog has one too, because the page behind it can be neither heard nor pressed. */
const toasters = new Map<string, () => void>()
/** The one that was innermost when the toast came. */
let place: string | undefined
const innermost = () => [...toasters.keys()].at(-1)

let lastId = 0

export function showToast(toast: Omit<Toast, 'id'>): void {
  lastId += 1
  place = innermost()
  change({ ...toast, id: lastId })
}

export function dismissToast(): void {
  change(null)
}

/** @returns the toast, if this toaster shows it */
export function readToast(toaster: string): Toast | null {
  return toaster === place ? shown : null
}

/** @returns what removes it, and leaves its toast to the next one */
export function addToaster(toaster: string, onChange: () => void): () => void {
  toasters.set(toaster, onChange)
  place ??= toaster
  return () => {
    toasters.delete(toaster)
    if (place === toaster) place = innermost()
    change(shown)
  }
}

function change(toast: Toast | null): void {
  shown = toast
  for (const onChange of toasters.values()) onChange()
}
