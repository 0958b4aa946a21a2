/** What is said about a page where it is shared. */
export const pageMetaWords = {
  card: 'Two people hold a calabash between them under a large sun. Taimako: help in naira, from people to people.',
}
