/** The panel for adding a second step: it takes the focus when it opens and when it moves to its next part. */
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { account as words } from '#words/people/account.ts'

interface AddPanelProps {
  title: string
  onCancel: () => void
  children: ReactNode
}

export function AddPanel({ title, onCancel, children }: AddPanelProps) {
  const id = useId()
  return (
    <section className="card card-raised" aria-labelledby={id}>
      {/* Another title means another part. */}
      <PartTitle key={title} id={id} title={title} />
      {children}
      <button type="button" className="link-target mt-3" onClick={onCancel}>
        {words.cancel}
      </button>
    </section>
  )
}

function PartTitle({ id, title }: { id: string; title: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h3 id={id} ref={heading} tabIndex={-1} className="text-xl outline-none">
      {title}
    </h3>
  )
}
