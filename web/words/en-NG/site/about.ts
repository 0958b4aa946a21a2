/** The words of the About page. Its long texts are in web/content/about.ts. */
import { site } from '../../site.ts'
export const about = {
  metaTitle: 'About Us',
  metaDescription: `Why ${site.name} exists, what we believe in, and how every gift in naira is recorded.`,
  title: 'About Us',
  lead: 'Why we exist, and what we believe in.',
  missionTitle: 'Our mission',
  figuresTitle: 'By the numbers',
  moreFigures: 'More figures',
  organisationTitle: 'Who we are',
  valuesTitle: 'Core values',
  storyTitle: 'Our story',
}
