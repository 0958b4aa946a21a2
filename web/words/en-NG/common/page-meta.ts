/** Words for link previews. */
export const pageMetaWords = {
  card: 'Two people hold a calabash between them under a large sun. Taimako: help in naira, from people to people.',
}
