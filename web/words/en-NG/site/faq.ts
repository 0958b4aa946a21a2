/** The words of the FAQ page. Questions and answers are the organisation's: contract/platform/our-texts.ts. */
import { site } from '../../site.ts'
export const faq = {
  metaDescription: `How giving works, what a receipt shows, how to ask for aid, where the money is, and what ${site.name} knows about you.`,
  title: 'Questions and answers',
  lead: 'What people ask us most.',
  groups: 'Topics',
  askTitle: 'Still have a question?',
  ask: 'A person reads every message.',
  askButton: 'Contact us',
}
