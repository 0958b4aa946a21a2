/** The one toast that may be on the screen. A new one takes the place of the one before. */

export interface Toast {
  readonly kind: 'plain' | 'destructive'
  readonly title: string
  readonly description?: string
}

let shown: Toast | null = null
const listeners = new Set<() => void>()

export function showToast(toast: Toast): void {
  change(toast)
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
