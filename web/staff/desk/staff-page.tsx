/** One page of the administration: the bar with its title, and its content for administrators only. */
import { useState, type ReactNode } from 'react'
import type { Duty } from '../../../contract/platform/staff-roles.ts'
import { staffFrame as words } from '#words/office/admin-frame.ts'
import { KeysButton } from './keys/keys-button.tsx'
import { AdministratorsOnly } from './administrators-only.tsx'
import { BarSlotContext } from './parts/bar-slot.ts'
import { NewRequest } from './new-request.tsx'
import { Palette } from './palette.tsx'
import { ListSkeleton } from './parts/list-skeleton.tsx'

interface StaffPageProps {
  title: string
  /** Roles with this duty may open the page. */
  duty: Duty
  children: ReactNode
}

export function StaffPage({ title, duty, children }: StaffPageProps) {
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  return (
    <BarSlotContext value={slot}>
      <div className="staff-bar">
        <h1>{title}</h1>
        <ModeChip />
        <div ref={setSlot} className="staff-bar-slot" />
        <Palette />
        <NewRequest className="staff-new" />
        <KeysButton />
      </div>
      <div className="staff-content needs-script">
        <AdministratorsOnly duty={duty} skeleton={<ListSkeleton />}>
          {children}
        </AdministratorsOnly>
      </div>
    </BarSlotContext>
  )
}

/** The mode is in the document; the style sheet shows the chip of this instance's mode, and none where money is real. */
function ModeChip() {
  return (['sandbox', 'test'] as const).map((mode) => (
    <p key={mode} className="staff-mode" data-mode={mode} title={words.noMoney}>
      {words[mode]}
      <span className="sr-only">: {words.noMoney}</span>
    </p>
  ))
}

/** The head of a page. Search engines are asked to leave it out. */
export function staffMeta(title: string) {
  return [{ title: words.metaTitle(title) }, { name: 'robots', content: 'noindex' }]
}
