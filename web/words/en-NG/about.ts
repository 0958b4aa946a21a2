/** The words of the page about us. Its long texts are in web/content/about.ts. */
export const about = {
  metaTitle: 'About Us · Taimako',
  metaDescription:
    'Why Taimako exists, what we hold to, and how a gift in naira stays visible from the donor to the person it was given for.',
  title: 'About Us',
  lead: 'We wanted to know where a gift goes, so we built the books that show it.',
  missionTitle: 'Our mission',
  figuresTitle: 'By the numbers',
  valuesTitle: 'Core values',
  storyTitle: 'Our story',
  callTitle: 'See for yourself',
  call: 'Give any amount from ₦1, keep the receipt, and follow it.',
  callButton: 'Make a gift',
  asking: 'Ask us something',
}
