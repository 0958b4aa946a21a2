/** /contact: write to the team, or reach them another way. */
import { EmergencyCard, FaqCard, ReachCards } from '../features/site/contact/contact-cards.tsx'
import { ContactForm } from '../features/site/contact/contact-form.tsx'
import { Link } from '../lib/router.tsx'
import { pageMeta } from '../page-meta.ts'
import { PageHead } from '../ui/page-head.tsx'
import { contact as words } from '#words/office/contact.ts'

export const meta = () => pageMeta('/contact', words)

export default function ContactPage() {
  return (
    <>
      <PageHead art="contact" title={words.title} lead={words.lead} />
      <div className="wrap page-head-overlap grid items-start gap-6 lg:grid-cols-[1.5fr_1fr] lg:gap-8">
        <div className="card card-raised">
          <ContactForm />
        </div>
        <div className="grid gap-4">
          <ReachCards />
          <FaqCard />
          <Link to="/complain" className="link-target">
            {words.complain}
          </Link>
        </div>
        <div className="lg:col-span-2">
          <EmergencyCard />
        </div>
      </div>
    </>
  )
}
