/** Words for link previews. */
import { site } from '../../site.ts'
export const pageMetaWords = {
  card: `Two people hold a calabash between them under a large sun. ${site.name}: help in naira, from people to people.`,
}
