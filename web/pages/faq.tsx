/** /faq: questions and answers, readable without JavaScript. */
import { Link } from '../lib/router.tsx'
import { pageMeta } from '../page-meta.ts'
import { FormattedText, langOf } from '../ui/formatted-text.tsx'
import { textOf } from '../words/site.ts'
import { buttonClass } from '../ui/button.tsx'
import { Closing } from '../ui/closing.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { faq as words } from '#words/site/faq.ts'

export const meta = () => pageMeta('/faq', words)

export const texts = ['faq'] as const

export default function FaqPage() {
  const { language, topics } = textOf('faq')
  return (
    <>
      <PageHead title={words.title} lead={words.lead} />
      <div className="wrap section grid gap-14" lang={langOf(language)}>
        {topics.map(({ title, questions }, place) => (
          <section
            key={title}
            aria-labelledby={`group-${place}`}
            className="grid gap-4 lg:grid-cols-[1fr_2.4fr] lg:gap-10"
          >
            <h2 id={`group-${place}`} className="text-2xl">
              {title}
            </h2>
            <div>
              {questions.map(({ question, answer }) => (
                <Disclosure key={question} title={question}>
                  <FormattedText html={answer} />
                </Disclosure>
              ))}
            </div>
          </section>
        ))}
      </div>
      <Closing title={words.askTitle} text={words.ask}>
        <Link to="/contact" className={buttonClass('primary')}>
          {words.askButton}
        </Link>
      </Closing>
    </>
  )
}
