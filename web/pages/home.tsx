/** /: what Taimako is, what has been given, and how to give. */
import { Link } from '../lib/router.tsx'
import heroArt from '../art/hero.svg'
import { themes, type Theme } from '../content/home.ts'
import { useOpenFund } from '../lib/funds.ts'
import { HeadlineFigures } from '../features/give/headline-figures.tsx'
import { StoryCard, StoryPlace } from '../features/site/story-card.tsx'
import { pageMeta } from '../page-meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { Closing } from '../ui/closing.tsx'
import { Icon } from '../ui/icon.tsx'
import { FormattedText, langOf } from '../ui/formatted-text.tsx'
import { textOf } from '../words/site.ts'
import { home as words } from '#words/site/home.ts'

export const meta = () => pageMeta('/', words)

export const texts = ['home', 'short_stories'] as const

export default function HomePage() {
  const home = textOf('home')
  return (
    <>
      <Hero />
      <section className="wrap section" aria-labelledby="do-title">
        <h2 id="do-title" className="text-3xl">
          {words.doTitle}
        </h2>
        <ul className="tiles mt-10 gap-x-12 gap-y-9 [--tile:19rem]">
          {themes.map((theme) => (
            <ThemeItem key={theme.title} {...theme} />
          ))}
        </ul>
      </section>
      <Stories />
      <Closing title={home.call_title} text={home.call}>
        <Link to="/donate" className={buttonClass('gold')}>
          {words.callButton}
        </Link>
      </Closing>
    </>
  )
}

function ThemeItem({ icon, title, text, fund: about }: Theme) {
  const fund = useOpenFund(about)
  return (
    <li className="flex gap-4 wrap-anywhere">
      <Icon name={icon} className="icon-disc" />
      <div>
        <h3 className="text-lg">{title}</h3>
        <p className="mt-1 text-soft">{text}</p>
        {fund && (
          <Link to={`/donate?fund=${fund.fund}`} className="link-target">
            {words.giveTo(fund.title)}
          </Link>
        )}
      </div>
    </li>
  )
}

function Stories() {
  const stories = textOf('short_stories')
  if (stories.length === 0) return null
  return (
    <section className="bg-sunken" aria-labelledby="stories-title">
      <div className="wrap section">
        <h2 id="stories-title" className="text-3xl">
          {words.storiesTitle}
        </h2>
        <ul className="mt-8 grid gap-6 md:grid-cols-3">
          {stories.map((story) => (
            <StoryCard key={story.title} story={story} size="text-xl">
              <FormattedText html={story.text} className="mt-3 grow" />
              <StoryPlace story={story} className="mt-5" />
            </StoryCard>
          ))}
        </ul>
        <Link to="/success-stories" className="link-target mt-6">
          {words.moreStories} <Icon name="arrow" />
        </Link>
      </div>
    </section>
  )
}

function Hero() {
  const { language, title, lead, picture } = textOf('home')
  return (
    <div className="hero">
      <div className="wrap hero-grid">
        <div className="hero-text" lang={langOf(language)}>
          <h1 className="text-4xl">{title}</h1>
          <p className="mt-5 max-w-xl text-lg text-soft">{lead}</p>
          <div className="mt-8 flex flex-wrap gap-3">
            <Link to="/donate" className={buttonClass('gold', 'px-8')}>
              {words.give}
            </Link>
            <Link to="/aid" className={buttonClass('outline')}>
              {words.apply}
            </Link>
          </div>
        </div>
        <img src={heroArt} alt="" {...picture} width="560" height="546" className="hero-art" fetchPriority="high" />
        <HeadlineFigures />
      </div>
    </div>
  )
}
