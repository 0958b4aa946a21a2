/** A state in a word. The colour only repeats the word. */
export type BadgeTone = 'good' | 'waiting' | 'info' | 'bad' | 'plain'

export function Badge({ tone, children }: { tone: BadgeTone; children: string }) {
  return <span className={`badge badge-${tone}`}>{children}</span>
}
