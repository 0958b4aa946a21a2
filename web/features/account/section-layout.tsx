/** A section of the account: its subject, and beside it (on a phone below it) its cards. */
import type { ReactNode } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'
import { account as words } from '#words/people/account.ts'
import type { Section } from './sections.ts'

export function SectionLayout({ section, children }: { section: Section; children: ReactNode }) {
  const { title, lead } = words.sections[section]
  return (
    <div className="label-and-content">
      <div>
        <h2 className="text-2xl">{title}</h2>
        <p className="mt-2 text-soft">{lead}</p>
      </div>
      <div className="stack max-w-176 gap-6">{children}</div>
    </div>
  )
}

/** The heights of each section's cards while loading, so that the content takes the space reserved for it. */
const SKELETON_HEIGHTS = {
  profile: ['h-160', 'h-44'],
  password: ['h-104'],
  'two-step': ['h-88'],
  linked: ['h-48'],
  sessions: ['h-64', 'h-80'],
  openings: ['h-56', 'h-56'],
  data: ['h-48', 'h-48'],
} as const satisfies Record<Section, readonly string[]>

export function SectionSkeleton({ section }: { section: Section }) {
  return (
    <SectionLayout section={section}>
      <PartSkeleton section={section} />
    </SectionLayout>
  )
}

/** Shown while the section is unknown. */
export function AnySkeleton() {
  return (
    <div className="label-and-content">
      <div>
        <Skeleton className="block h-8 w-40" />
        <Skeleton className="mt-3 block h-12 w-full max-w-80" />
      </div>
      <div className="stack max-w-176 gap-6">
        <CardSkeleton height="h-88" />
      </div>
    </div>
  )
}

export function PartSkeleton({ section }: { section: Section }) {
  return (
    <div className="stack max-w-176 gap-6">
      {SKELETON_HEIGHTS[section].map((height, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- they never move
        <CardSkeleton key={place} height={height} />
      ))}
    </div>
  )
}

function CardSkeleton({ height }: { height: string }) {
  return (
    <div className={`card overflow-hidden ${height}`}>
      <Skeleton className="block h-6 w-40" />
      <Skeleton className="mt-6 block h-12 w-full" />
      <Skeleton className="mt-6 block h-12 w-full" />
      <Skeleton className="mt-6 block h-12 w-full" />
    </div>
  )
}
