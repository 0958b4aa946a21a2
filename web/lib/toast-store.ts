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
const listeners = new Set<() => void>()

let lastId = 0

export function showToast(toast: Omit<Toast, 'id'>): void {
  lastId += 1
  change({ ...toast, id: lastId })
}

export function dismissToast(): void {
  change(null)
}

export function readToast(): Toast | null {
  return shown
}

export function subscribeToToast(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(toast: Toast | null): void {
  shown = toast
  for (const listener of listeners) listener()
}
