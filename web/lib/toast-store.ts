/** The one toast that may be on the screen. A new one takes the place of the one before. */

export interface Toast {
  /** Told apart by it: the same words twice are two toasts. */
  readonly id: number
  readonly kind: 'plain' | 'destructive'
  readonly title: string
  readonly description?: string
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
