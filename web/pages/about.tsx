/** /about: the mission, our values, the story, and the numbers. */
import { Link } from '../lib/router.tsx'
import meetingArt from '../art/meeting.svg'
import { HeadlineFigures } from '../features/give/headline-figures.tsx'
import { pageMeta } from '../page-meta.ts'
import { ExampleMark } from '../content/example-mark.tsx'
import { Figures } from '../ui/figures.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { OrganisationLines } from '../content/organisation-lines.tsx'
import { about as words } from '#words/site/about.ts'
import { FormattedText, langOf } from '../ui/formatted-text.tsx'
import { textOf } from '../words/site.ts'
import { shell } from '#words/common/shell.ts'

export const meta = () => pageMeta('/about', words)

export const texts = ['about', 'figures'] as const

export default function AboutPage() {
  const { language, lead, mission, values, story } = textOf('about')
  const lang = langOf(language)
  const figures = textOf('figures')
  return (
    <>
      <PageHead art="about" title={words.title} lead={lead} lang={lang} />
      <section className="wrap section beside" aria-labelledby="mission-title">
        <h2 id="mission-title" className="text-2xl">
          {words.missionTitle}
        </h2>
        <p className="statement" lang={lang}>
          {mission}
        </p>
      </section>
      <section className="wrap" aria-labelledby="numbers-title">
        <h2 id="numbers-title" className="mb-6 text-2xl">
          {words.figuresTitle}
        </h2>
        <HeadlineFigures />
        <Figures
          label={words.moreFigures}
          figures={figures.about}
          className="figures-static mt-4"
          lang={langOf(figures.language)}
        />
        <p className="mt-3">
          <ExampleMark of="figures" />
        </p>
      </section>
      <section className="wrap section beside" aria-labelledby="values-title">
        <h2 id="values-title" className="text-2xl">
          {words.valuesTitle}
        </h2>
        <ul lang={lang}>
          {values.map(({ title, text }) => (
            <li key={title} className="value">
              <h3 className="text-xl">{title}</h3>
              <p className="text-soft">{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <WhoWeAre />
      <section className="bg-sunken" aria-labelledby="story-title">
        <div className="wrap section grid items-center gap-10 lg:grid-cols-2 lg:gap-16">
          <img src={meetingArt} alt="" width="600" height="460" loading="lazy" className="mx-auto w-full max-w-xl" />
          <div className="max-w-xl">
            <h2 id="story-title" className="text-3xl">
              {words.storyTitle}
            </h2>
            <FormattedText html={story} className="mt-4 text-lg" lang={lang} />
          </div>
        </div>
      </section>
    </>
  )
}

function WhoWeAre() {
  return (
    <section className="wrap section beside pt-0" aria-labelledby="organisation-title">
      <h2 id="organisation-title" className="text-2xl">
        {words.organisationTitle}
      </h2>
      <div>
        <OrganisationLines className="text-lg" />
        <p className="mt-3 flex flex-wrap gap-x-6">
          <Link to="/privacy" className="link-target">
            {shell.privacy}
          </Link>
          <Link to="/terms" className="link-target">
            {shell.terms}
          </Link>
          <Link to="/refunds" className="link-target">
            {shell.refunds}
          </Link>
        </p>
      </div>
    </section>
  )
}
