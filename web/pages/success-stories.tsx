/** /success-stories: four stories in full, under the figures that go with them. */
import { Link } from 'react-router'
import { storiesFigures } from '../content/figures.ts'
import { stories, type Story } from '../content/stories.ts'
import { pageMeta } from '../page-meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { Figures } from '../ui/figures.tsx'
import { successStories as words } from '#words/success-stories.ts'

export function meta() {
  return pageMeta('/success-stories', words)
}

export default function SuccessStoriesPage() {
  return (
    <>
      <div className="page-head">
        <div className="wrap">
          <h1 className="text-4xl">{words.title}</h1>
          <p className="mt-4 max-w-2xl text-lg">{words.lead}</p>
        </div>
      </div>
      <div className="wrap page-head-overlap">
        <Figures label={words.figuresTitle} figures={storiesFigures} className="figures-static" />
        <h2 className="mt-14 text-3xl">{words.storiesTitle}</h2>
        <ul className="mt-8 grid gap-6 md:grid-cols-2 lg:gap-8">
          {stories.map((story) => (
            <li key={story.title} className="card story">
              <StoryInFull story={story} />
            </li>
          ))}
        </ul>
      </div>
      <section className="call" aria-labelledby="call-title">
        <div className="wrap">
          <h2 id="call-title" className="text-3xl">
            {words.callTitle}
          </h2>
          <p className="mt-3 text-lg">{words.call}</p>
          <Link to="/donate" className={buttonClass('gold', 'mt-8')}>
            {words.callButton}
          </Link>
        </div>
      </section>
    </>
  )
}

function StoryInFull({ story }: { story: Story }) {
  const { picture, title, name, place, text, more, raised } = story
  return (
    <>
      <img src={picture} alt="" width="480" height="260" loading="lazy" className="story-picture" />
      <h3 className="text-2xl">{title}</h3>
      <p className="mt-1 text-sm text-soft">
        {name}, {place}
      </p>
      <p className="mt-4">{text}</p>
      <p className="mt-3 grow">{more}</p>
      <p className="mt-5 border-t border-line pt-4">
        <strong className="text-2xl text-leaf">{raised}</strong> <span className="text-soft">{words.raised}</span>
      </p>
    </>
  )
}
