/** Runs something once what is drawn now has been painted, so that it does not delay it. */
export function afterPaint(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run))
}
