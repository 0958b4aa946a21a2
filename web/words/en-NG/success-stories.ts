/** The words of the success stories. The stories themselves are in web/content/stories.ts. */
export const successStories = {
  metaTitle: 'Success Stories · Taimako',
  metaDescription:
    'A term at school, a deposit at the hospital, a roof, a season of grain: what gifts through Taimako became, told with the people in the stories.',
  title: 'Success Stories',
  lead: 'What gifts became, told with the people who put them to use.',
  figuresTitle: 'Success stories in figures',
  storiesTitle: 'Four of them',
  raised: 'raised',
  callTitle: 'The next one has begun',
  call: 'Somebody’s term, roof or operation is waiting for its first thousand naira.',
  callButton: 'Make a gift',
}
