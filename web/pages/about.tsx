/** /about: the mission, what we hold to, the story, and the numbers. */
import { Link } from 'react-router'
import meetingArt from '../art/meeting.svg'
import { mission, story, values } from '../content/about.ts'
import { aboutFigures } from '../content/figures.ts'
import { pageMeta } from '../page-meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { Figures } from '../ui/figures.tsx'
import { about as words } from '#words/about.ts'

export function meta() {
  return pageMeta('/about', words)
}

export default function AboutPage() {
  return (
    <>
      <div className="page-head page-head-plain">
        <div className="wrap">
          <h1 className="text-4xl">{words.title}</h1>
          <p className="mt-4 max-w-2xl text-lg">{words.lead}</p>
        </div>
      </div>
      <section className="wrap section beside" aria-labelledby="mission-title">
        <h2 id="mission-title" className="text-2xl">
          {words.missionTitle}
        </h2>
        <p className="statement">{mission}</p>
      </section>
      <section className="wrap" aria-labelledby="numbers-title">
        <h2 id="numbers-title" className="mb-6 text-2xl">
          {words.figuresTitle}
        </h2>
        <Figures label={words.figuresTitle} figures={aboutFigures} className="figures-static" />
      </section>
      <section className="wrap section beside" aria-labelledby="values-title">
        <h2 id="values-title" className="text-2xl">
          {words.valuesTitle}
        </h2>
        <ul>
          {values.map(({ title, text }) => (
            <li key={title} className="value">
              <h3 className="text-xl">{title}</h3>
              <p className="text-soft">{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <section className="bg-sunken" aria-labelledby="story-title">
        <div className="wrap section grid items-center gap-10 lg:grid-cols-2 lg:gap-16">
          <img src={meetingArt} alt="" width="600" height="460" loading="lazy" className="mx-auto w-full max-w-xl" />
          <div className="max-w-xl">
            <h2 id="story-title" className="text-3xl">
              {words.storyTitle}
            </h2>
            {story.map((paragraph) => (
              <p key={paragraph} className="mt-4 text-lg">
                {paragraph}
              </p>
            ))}
          </div>
        </div>
      </section>
      <section className="call" aria-labelledby="call-title">
        <div className="wrap">
          <h2 id="call-title" className="text-3xl">
            {words.callTitle}
          </h2>
          <p className="mt-3 text-lg">{words.call}</p>
          <div className="mt-8 flex flex-wrap justify-center gap-3">
            <Link to="/donate" className={buttonClass('gold')}>
              {words.callButton}
            </Link>
            <Link to="/contact" className={buttonClass('outline')}>
              {words.asking}
            </Link>
          </div>
        </div>
      </section>
    </>
  )
}
