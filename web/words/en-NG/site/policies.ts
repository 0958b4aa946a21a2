/** The words around privacy notice, terms and refunds. */
export const policies = {
  /** Day of the version; the second of one day ends in .2. */
  version: (version: string) => `Version ${version}`,
  versions: 'All versions',
  privacy: {
    metaDescription: 'What we know about you, why, how long we keep it, and how to see, correct or delete it.',
    title: 'Privacy notice',
    lead: 'What we know about you, why, for how long, and what you can ask of us.',
  },
  terms: {
    metaDescription: 'What you can expect from us, and what we expect from you, when you give or ask for aid.',
    title: 'Terms of use',
    lead: 'What you can expect from us, and we from you.',
  },
  refunds: {
    metaDescription: 'When a gift or a top-up is refunded, how to ask for it, and how long it takes.',
    title: 'Refunds',
    lead: 'When we return a gift or a top-up.',
  },
}
