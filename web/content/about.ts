/** Mission and beliefs of the organisation that runs the site. */
import { site } from '../words/site.ts'
export const mission =
  'We bring help from people who can give to people who need it: in naira, in the open, and with every gift recorded.'

export const values = [
  {
    title: 'Compassion',
    text: 'We ask people what they need. You do not have to plead here, and we do not show people at their worst.',
  },
  {
    title: 'Impact',
    text: 'A gift has worked when the fee is paid, the roof is up, the medicine has arrived. Until then it is a number, and we say so.',
  },
  {
    title: 'Community',
    text: 'Teachers, nurses and market women often know first who is short this month, and tell them about us.',
  },
  {
    title: 'Global Reach',
    text: 'Our figures, our log and our software are open to anyone, wherever they are.',
  },
] as const

export const story = [
  `${site.name} was founded in 2024 with a plain question: if you give a thousand naira, where is it a week later? Most of us who had given could not say.`,
  'So the ledger came first, and the website after it. Every gift is recorded in the fund it was given for, and so is every payment from it, and the person who receives one tells us whether it arrived.',
  'The name is Hausa for help. Any organisation can run the software under its own name.',
] as const

/** Beside the headline figures: examples (examples.ts), like those of figures.ts. */
export const aboutFigures = [
  { figure: '50+', name: 'Countries' },
  { figure: '95%', name: 'Success rate' },
] as const
