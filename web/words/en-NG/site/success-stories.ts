/** The words of the success stories. The stories are the organisation's: contract/platform/our-texts.ts. */
import { site } from '../../site.ts'
export const successStories = {
  metaTitle: 'Success Stories',
  metaDescription: `A term at school, a hospital deposit, a roof, a season of grain: what gifts through ${site.name} have done, told with the people in the stories.`,
  title: 'Success Stories',
  lead: 'What gifts have done, told with the people who received them.',
  figuresTitle: 'Success stories in figures',
  storiesTitle: 'Four stories',
  raised: 'raised',
}
