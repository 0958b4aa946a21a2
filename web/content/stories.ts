/**
 * Stories of hope: examples to replace with your own, told with the consent of the people in them. The home page and the
 * donate page show the first three in their short form.
 */
import grain from '../art/story-grain.svg'
import hospital from '../art/story-hospital.svg'
import roof from '../art/story-roof.svg'
import school from '../art/story-school.svg'

export interface Story {
  name: string
  place: string
  title: string
  /** Proportions 12 : 6.5. Decorative, so it has no text alternative. */
  picture: string
  /** As told, with its currency. */
  raised: string
  text: string
  more: string
}

export const stories: readonly Story[] = [
  {
    name: 'Amina',
    place: 'Kano',
    title: 'Back in class by Monday',
    picture: school,
    raised: '$2,500',
    text: 'Her second-term fees were two weeks late. The school had them on Friday; she sat her exams with the others.',
    more: 'Three of her classmates were in the same position, so the fund paid for all four of them, straight to the school. Amina came second in mathematics. She says she is not finished yet.',
  },
  {
    name: 'Chukwuemeka',
    place: 'Enugu',
    title: 'The operation came first',
    picture: hospital,
    raised: '$3,200',
    text: 'The hospital asked for a deposit his family did not have. The medical fund paid it the same evening.',
    more: 'He was home after nine days and back at his bench in the motor park after six weeks. The last bill was smaller than the deposit, and the hospital returned the rest to the fund.',
  },
  {
    name: 'Bisi',
    place: 'Ibadan',
    title: 'A roof before the rains',
    picture: roof,
    raised: '$1,800',
    text: 'A storm took the roof of the house she shares with four children. New sheets were up before the next one.',
    more: 'Bisi chose the carpenter and kept the receipts. Her neighbours carried the sheets up, and her eldest held the ladder. It rained the night they finished, and the whole family slept.',
  },
  {
    name: 'Ladi',
    place: 'Jos',
    title: 'Grain until the harvest',
    picture: grain,
    raised: '$4,500',
    text: 'Eleven households had sold their seed to get through a dry year. The food fund bought guinea corn two streets away.',
    more: 'Ladi and two others measured it out by household, in the open, with the list on the wall. They planted in June. In November each household put one bowl back, for anyone who is short next year.',
  },
]

/** The home page and the donate page have room for three. */
export const shortStories = stories.slice(0, 3)
