/** One part of the design language on the /design page. */
import type { ReactNode } from 'react'

export function Sample({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  const id = `part-${title.toLowerCase().replaceAll(' ', '-')}`
  return (
    <section className="sample" aria-labelledby={id}>
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      {note !== undefined && <p className="sample-note">{note}</p>}
      {children}
    </section>
  )
}
