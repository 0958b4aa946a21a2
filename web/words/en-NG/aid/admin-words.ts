/** The page on which staff read what recipients say that aid did. */
export const staffWords = {
  place: 'In their words',
  waiting: 'to read',
  lead: 'What recipients say about aid that arrived. You see only those in whose request and payout you had no part. Take out what could tell who they are: names, places, schools, illnesses, days.',
  failed: 'The words could not be loaded',
  list: 'Words to read',
  none: 'Nothing to read',
  noneMore: 'What recipients say when they confirm comes here.',
  others: (count: number) =>
    count === 1
      ? '1 more waits for an administrator who had no part in it.'
      : `${count} more wait for an administrator who had no part in them.`,
  said: (day: string, caseNumber: string) => `${day}, request ${caseNumber}`,
  mayShow: 'May be shown',
  mayNotShow: 'Only for us',
  cameBack: 'The aid came back',
  assisted: 'Staff had read the code of this slip. Call them before you show it.',
  show: 'Show it',
  showTitle: 'Show these words as a story',
  showLead: 'It is on the public pages within seconds. The recipient can withdraw it at any time.',
  storyTitle: 'Title',
  who: 'Who says it',
  whoHint: 'No name and no small place, for example “A mother in Kano State”.',
  text: 'Their words, without what identifies them',
  missing: 'This field is required.',
  publish: 'Publish it',
  published: 'It is on the public pages',
  notPublished: 'It was not published',
  read: 'I read it, do not show it',
  wasRead: 'Marked as read',
  notRead: 'It was not marked as read',
}
