/** The stories in full, with the rest of each: examples, like those of stories.ts. */
import grainArt from '../art/story-grain.svg'
import { hospital, roof, school, type Story } from './stories.ts'

export interface FullStory extends Story {
  /** As told, with its currency. */
  raised: string
  more: string
}

export const stories: readonly FullStory[] = [
  {
    ...school,
    raised: '$2,500',
    more: 'Three of her classmates were in the same position, so the fund paid for all four of them, straight to the school. Amina came second in mathematics. She says she is not finished yet.',
  },
  {
    ...hospital,
    raised: '$3,200',
    more: 'He was home after nine days and back at his bench in the motor park after six weeks. The last bill was smaller than the deposit, and the hospital returned the rest to the fund.',
  },
  {
    ...roof,
    raised: '$1,800',
    more: 'Bisi chose the carpenter and kept the receipts. Her neighbours carried the sheets up, and her eldest held the ladder. It rained the night they finished, and the whole family slept.',
  },
  {
    name: 'Ladi',
    place: 'Jos',
    fund: 'food',
    title: 'Grain until the harvest',
    picture: grainArt,
    raised: '$4,500',
    text: 'Eleven households had sold their seed to get through a dry year. The food fund bought guinea corn two streets away.',
    more: 'Ladi and two others measured it out by household, in the open, with the list on the wall. They planted in June. In November each household put one bowl back, for anyone who is short next year.',
  },
]
