/** /faq: questions and answers, readable without JavaScript. */
import { Link } from '../lib/router.tsx'
import { questionGroups } from '../content/faq.ts'
import { pageMeta } from '../page-meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { Closing } from '../ui/closing.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { faq as words } from '#words/site/faq.ts'

export const meta = () => pageMeta('/faq', words)

export default function FaqPage() {
  return (
    <>
      <PageHead title={words.title} lead={words.lead} />
      <div className="wrap section grid gap-14">
        {questionGroups.map(({ title, questions }, place) => (
          <section
            key={title}
            aria-labelledby={`group-${place}`}
            className="grid gap-4 lg:grid-cols-[1fr_2.4fr] lg:gap-10"
          >
            <h2 id={`group-${place}`} className="text-2xl">
              {title}
            </h2>
            <div>
              {questions.map(({ question, answer, link }) => (
                <Disclosure key={question} title={question}>
                  {answer.map((paragraph) => (
                    <p key={paragraph}>{paragraph}</p>
                  ))}
                  {link && (
                    <p>
                      <Link to={link.to} className="link-target">
                        {link.text}
                      </Link>
                    </p>
                  )}
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
