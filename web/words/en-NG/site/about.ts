/** The words of the About page. Its texts are the organisation's: contract/platform/our-texts.ts. */
import { site } from '../../site.ts'
export const about = {
  metaDescription: `Why ${site.name} exists, what we believe in, and how every gift in naira is recorded.`,
  title: 'About Us',
  missionTitle: 'Our mission',
  figuresTitle: 'By the numbers',
  moreFigures: 'More figures',
  organisationTitle: 'Who we are',
  valuesTitle: 'Core values',
  storyTitle: 'Our story',
}
