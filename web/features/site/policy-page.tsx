/** Privacy notice, terms or refunds, readable without JavaScript. */
import { policyVersionsPath, type PolicyName } from '../../../contract/platform/policy-names.ts'
import { FormattedText, langOf } from '../../ui/formatted-text.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { textOf } from '../../words/site.ts'
import { policies as words } from '#words/site/policies.ts'

export function PolicyPage({ policy }: { policy: PolicyName }) {
  const { version, sections } = textOf(policy)
  return (
    <>
      <PageHead title={words[policy].title} lead={words[policy].lead} />
      <div className="wrap section grid gap-12">
        <p className="flex flex-wrap items-baseline gap-x-5 text-soft">
          <span>{words.version(version)}</span>
          <a href={policyVersionsPath(policy)} className="link-target">
            {words.versions}
          </a>
        </p>
        {sections.map(({ title, text, language }, place) => (
          <section
            key={title}
            aria-labelledby={`section-${place}`}
            className="grid gap-4 lg:grid-cols-[1fr_2.4fr] lg:gap-10"
            lang={langOf(language)}
          >
            <h2 id={`section-${place}`} className="text-2xl">
              {title}
            </h2>
            <FormattedText html={text} className="max-w-2xl" />
          </section>
        ))}
      </div>
    </>
  )
}
