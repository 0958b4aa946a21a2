/** /faq: questions and answers, readable without JavaScript. */
import { Link } from 'react-router'
import { questionGroups } from '../content/faq.ts'
import { pageMeta } from '../page-meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { faq as words } from '#words/faq.ts'

export function meta() {
  return pageMeta('/faq', words)
}

export default function FaqPage() {
  return (
    <>
      <div className="page-head page-head-plain">
        <div className="wrap">
          <h1 className="text-4xl">{words.title}</h1>
          <p className="mt-4 max-w-2xl text-lg">{words.lead}</p>
        </div>
      </div>
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
                  <div className="grid max-w-2xl gap-3 pb-5">
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
                  </div>
                </Disclosure>
              ))}
            </div>
          </section>
        ))}
      </div>
      <section className="call" aria-labelledby="ask-title">
        <div className="wrap">
          <h2 id="ask-title" className="text-3xl">
            {words.askTitle}
          </h2>
          <p className="mt-3 text-lg">{words.ask}</p>
          <Link to="/contact" className={buttonClass('primary', 'mt-8')}>
            {words.askButton}
          </Link>
        </div>
      </section>
    </>
  )
}
