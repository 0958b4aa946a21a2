/** The words around the questions and answers. The answers themselves are in web/content/faq.ts. */
export const faq = {
  metaTitle: 'Questions and answers · Taimako',
  metaDescription:
    'How a gift in naira travels, what a receipt shows, how to ask for aid, where the money is, and what Taimako knows about you.',
  title: 'Questions and answers',
  lead: 'What people ask us most, answered as the software works today.',
  groups: 'Subjects',
  askTitle: 'Not answered here?',
  ask: 'Write to us. A person answers within 24 hours.',
  askButton: 'Contact us',
}
