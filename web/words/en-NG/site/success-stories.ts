/** The words of the success stories. The stories are the organisation's: contract/platform/our-texts.ts. */
import { site } from '../../site.ts'
export const successStories = {
  metaDescription: `What gifts through ${site.name} have done in Nigeria, told with the people who received them: at school, in hospital, at home and at work.`,
  title: 'Success Stories',
  lead: 'What gifts have done, told with the people who received them.',
  figuresTitle: 'Success stories in figures',
  storiesTitle: 'Stories',
  none: 'No one tells their story here at the moment.',
  raised: 'raised',
}
