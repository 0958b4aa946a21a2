/**
 * Views of one subject, one shown at a time (the tabs pattern of WAI-ARIA): one stop for the Tab key; arrows, Home and End move
 * within. The caller keeps the chosen tab, in the address.
 */
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'

interface TabsProps<Name extends string> {
  label: string
  tabs: readonly { readonly name: Name; readonly text: string }[]
  chosen: Name
  onChoose: (name: Name) => void
  /** The content of the chosen tab. */
  children: ReactNode
}

export function Tabs<Name extends string>({ label, tabs, chosen, onChoose, children }: TabsProps<Name>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const tab = document.getElementById(`${id}-${chosen}`)
    if (!list.current || !tab) return
    // On a phone the tab may be beyond the edge of the row: scroll the row, not the page.
    const [row, chosenTab] = [list.current.getBoundingClientRect(), tab.getBoundingClientRect()]
    list.current.scrollLeft += chosenTab.left - row.left - (row.width - chosenTab.width) / 2
  }, [id, chosen])
  const move = (event: KeyboardEvent, from: number) => {
    const to = placeAfter(event.key, from, tabs.length)
    const tab = to === undefined ? undefined : tabs[to]
    if (to === undefined || !tab) return
    event.preventDefault()
    onChoose(tab.name)
    list.current?.querySelectorAll<HTMLButtonElement>('[role=tab]')[to]?.focus()
  }
  return (
    <div>
      <div ref={list} role="tablist" aria-label={label} className="tabs needs-script">
        {tabs.map(({ name, text }, place) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            className="tab"
            aria-selected={name === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
            // Relative to the focused tab: a second key may arrive before the first choice is rendered.
            onKeyDown={(event) => move(event, place)}
          >
            {text}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${chosen}`} tabIndex={0} className="tab-panel">
        {children}
      </div>
    </div>
  )
}

function placeAfter(key: string, place: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (place + 1) % count
  if (key === 'ArrowLeft') return (place - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}
