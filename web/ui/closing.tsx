/** The band that closes a page: a question or an invitation, and a button. */
import { useId, type ReactNode } from 'react'

interface ClosingProps {
  title: string
  text: string
  /** One button, rarely two. */
  children: ReactNode
}

export function Closing({ title, text, children }: ClosingProps) {
  const id = useId()
  return (
    <section className="section bg-leaf-wash text-center" aria-labelledby={id}>
      <div className="wrap">
        <h2 id={id} className="text-3xl">
          {title}
        </h2>
        <p className="mt-3 text-lg">{text}</p>
        <div className="mt-8 flex flex-wrap justify-center gap-3">{children}</div>
      </div>
    </section>
  )
}
