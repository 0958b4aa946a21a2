/** /contact: write to the people behind the site, or reach them another way. */
import { site } from '../content/site.ts'
import { EmergencyCard, FaqCard, ReachCards } from '../features/contact/contact-cards.tsx'
import { ContactForm } from '../features/contact/contact-form.tsx'
import { pageMeta } from '../page-meta.ts'
import { Banner } from '../ui/banner.tsx'
import { contact as words } from '#words/contact.ts'

export function meta() {
  return pageMeta('/contact', words)
}

export default function ContactPage() {
  return (
    <>
      <div className="page-head">
        <div className="wrap">
          <h1 className="text-4xl">{words.title}</h1>
          <p className="mt-4 max-w-2xl text-lg">{words.lead}</p>
        </div>
      </div>
      <div className="wrap page-head-overlap grid items-start gap-6 lg:grid-cols-[1.5fr_1fr] lg:gap-8">
        <div className="card card-raised">
          <ContactForm />
          <NoScript />
        </div>
        <div className="grid gap-4">
          <ReachCards />
          <FaqCard />
        </div>
        <div className="lg:col-span-2">
          <EmergencyCard />
        </div>
      </div>
    </>
  )
}

function NoScript() {
  const { email, phone } = site.support
  return (
    <noscript>
      <Banner tone="note" title={words.noScriptTitle} className="mt-6">
        <p>{words.noScript}</p>
        <p className="mt-2 font-semibold">
          <a href={`mailto:${email}`}>{email}</a> · {phone}
        </p>
      </Banner>
    </noscript>
  )
}
