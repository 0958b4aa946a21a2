/** A story on its own card: picture, title, and as much text as the page has room for. */
import type { ReactNode } from 'react'
import { Link } from '../../lib/router.tsx'
import { useOpenFund } from '../../lib/funds.ts'
import type { ShownStory } from '../../../contract/platform/texts.ts'
import grain from '../../art/story-grain.svg'
import hospital from '../../art/story-hospital.svg'
import roof from '../../art/story-roof.svg'
import school from '../../art/story-school.svg'
import { langOf } from '../../ui/formatted-text.tsx'
import { ExampleMark } from '../../content/example-mark.tsx'
import { home as words } from '#words/site/home.ts'

/** Drawings of our example stories, by their names. */
const DRAWINGS = new Map([
  ['grain', grain],
  ['hospital', hospital],
  ['roof', roof],
  ['school', school],
])

interface StoryCardProps {
  story: ShownStory
  /** The size of the heading, larger where the whole story is shown. */
  size: 'text-xl' | 'text-2xl'
  children: ReactNode
}

/** A list item. */
export function StoryCard({ story, size, children }: StoryCardProps) {
  const fund = useOpenFund(story.fund)
  return (
    <li className="card flex flex-col overflow-hidden" lang={langOf(story.language)}>
      {story.picture !== '' && (
        <img
          src={DRAWINGS.get(story.picture) ?? story.picture}
          alt={story.picture_text}
          width="480"
          height="260"
          loading="lazy"
          className="story-picture"
        />
      )}
      <h3 className={size}>{story.title}</h3>
      {children}
      {fund && (
        <Link to={`/donate?fund=${fund.fund}`} className="link-target mt-2">
          {words.giveTo(fund.title)}
        </Link>
      )}
    </li>
  )
}

/** Name and place of a story. */
export function StoryPlace({ story, className }: { story: ShownStory; className: string }) {
  return (
    <p className={`${className} text-sm text-soft`}>
      {story.who} <ExampleMark of="stories" />
    </p>
  )
}
