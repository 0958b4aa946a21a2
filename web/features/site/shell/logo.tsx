/** The mark: a calabash held out, and the sun over it. */
export function Logo() {
  return (
    <svg viewBox="0 0 32 32" className="size-8" aria-hidden="true" focusable="false">
      <circle cx="16" cy="8.5" r="5" className="fill-gold" />
      <path d="M2.5 15.5h27a13.5 13.5 0 0 1-27 0Z" className="fill-leaf" />
    </svg>
  )
}
