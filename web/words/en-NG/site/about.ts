/** The words of the About page. Its long texts are in web/content/about.ts. */
import { site } from '../../site.ts'
export const about = {
  metaTitle: 'About Us',
  metaDescription: `Why ${site.name} exists, what we believe in, and how every gift in naira is recorded.`,
  title: 'About Us',
  lead: 'We wanted to know where a gift goes, so we started with the books.',
  missionTitle: 'Our mission',
  figuresTitle: 'By the numbers',
  moreFigures: 'More figures',
  organisationTitle: 'Who we are',
  valuesTitle: 'Core values',
  storyTitle: 'Our story',
  callTitle: 'See for yourself',
  call: 'Give any amount from ₦1 and get a receipt for every gift.',
  callButton: 'Make a gift',
  asking: 'Ask us a question',
}
