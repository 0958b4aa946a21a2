/** A page of rules or rights from web/content, readable without JavaScript. */
import type { Policy } from '../../content/policy.ts'
import { formatDay } from '../../lib/format-date.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { policies as words } from '#words/site/policies.ts'

export function PolicyPage({ policy: { title, lead, version, sections } }: { policy: Policy }) {
  return (
    <>
      <PageHead title={title} lead={lead} />
      <div className="wrap section grid gap-12">
        <p className="text-soft">
          {words.version} <time dateTime={version}>{formatDay(version)}</time>
        </p>
        {sections.map((section, place) => (
          <section
            key={section.title}
            aria-labelledby={`section-${place}`}
            className="grid gap-4 lg:grid-cols-[1fr_2.4fr] lg:gap-10"
          >
            <h2 id={`section-${place}`} className="text-2xl">
              {section.title}
            </h2>
            <div className="grid max-w-2xl gap-3 break-words">
              {section.paragraphs?.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
              {section.items && (
                <ul className="grid list-disc gap-2 pl-5">
                  {section.items.map((item) => (
                    <li key={item}>{item}</li>
                  ))}
                </ul>
              )}
            </div>
          </section>
        ))}
      </div>
    </>
  )
}
