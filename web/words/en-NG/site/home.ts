/** The words of the home page. */
import { site } from '../../site.ts'
export const home = {
  metaTitle: `${site.name}: help in naira, from people to people`,
  metaDescription:
    'Give to school fees, medical bills, food, shelter and emergencies in Nigeria. Your receipt shows where your gift went.',
  give: 'Donate',
  apply: 'Apply for Aid',
  figures: `${site.name} in figures`,
  lives: (count: string) => (count === '1' ? 'Life impacted' : 'Lives impacted'),
  giveTo: (fund: string) => `Give to ${fund}`,
  donors: 'Active donors',
  raised: 'Funds raised',
  doTitle: 'What we do',
  storiesTitle: 'Stories of hope',
  moreStories: 'Read the success stories',
  callButton: 'Make a gift',
}
