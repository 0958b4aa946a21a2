/** /success-stories: the stories in full, below their figures. */
import { StoryCard, StoryPlace } from '../features/site/story-card.tsx'
import { pageMeta } from '../page-meta.ts'
import { ExampleMark } from '../content/example-mark.tsx'
import { Figures } from '../ui/figures.tsx'
import { PageHead } from '../ui/page-head.tsx'
import type { ShownStory } from '../../contract/platform/texts.ts'
import { FormattedText, langOf } from '../ui/formatted-text.tsx'
import { textOf } from '../words/site.ts'
import { successStories as words } from '#words/site/success-stories.ts'

export const meta = () => pageMeta('/success-stories', words)

export const texts = ['stories', 'figures'] as const

export default function SuccessStoriesPage() {
  const stories = textOf('stories')
  const { stories: figures, language } = textOf('figures')
  return (
    <>
      <PageHead art="stories" title={words.title} lead={words.lead} />
      <div className="wrap page-head-overlap">
        <Figures label={words.figuresTitle} figures={figures} className="figures-static" lang={langOf(language)} />
        <p className="mt-3">
          <ExampleMark of="figures" />
        </p>
        <h2 className="mt-14 text-3xl">{words.storiesTitle}</h2>
        {stories.length === 0 && <p className="mt-4 text-soft">{words.none}</p>}
        <ul className="mt-8 grid gap-6 md:grid-cols-2 lg:gap-8">
          {stories.map((story) => (
            <StoryInFull key={story.title} story={story} />
          ))}
        </ul>
      </div>
    </>
  )
}

function StoryInFull({ story }: { story: ShownStory }) {
  return (
    <StoryCard story={story} size="text-2xl">
      <StoryPlace story={story} className="mt-1" />
      <FormattedText html={story.text} className="mt-4 grow" />
      {story.raised !== '' && (
        <p className="mt-5 border-t border-line pt-4">
          <strong className="text-2xl text-leaf">{story.raised}</strong>{' '}
          <span className="text-soft">{words.raised}</span>
        </p>
      )}
    </StoryCard>
  )
}
