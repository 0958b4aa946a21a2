/**
 * Stories of hope: examples to replace with your own (examples.ts), told with the consent of the people in them. The home page and
 * the donate page show these three; success-stories.ts tells them in full.
 */
import type { DonationType } from '../../contract/money/funds.ts'
import hospitalArt from '../art/story-hospital.svg'
import roofArt from '../art/story-roof.svg'
import schoolArt from '../art/story-school.svg'

export interface Story {
  name: string
  place: string
  /** The fund for the next such story. */
  fund: DonationType
  title: string
  /** Proportions 12 : 6.5. Decorative, so it has no text alternative. */
  picture: string
  text: string
}

export const school: Story = {
  name: 'Amina',
  place: 'Kano',
  fund: 'school',
  title: 'Back in class by Monday',
  picture: schoolArt,
  text: 'Her second-term fees were two weeks late. The school had them on Friday; she sat her exams with the others.',
}

export const hospital: Story = {
  name: 'Chukwuemeka',
  place: 'Enugu',
  fund: 'medical',
  title: 'The operation came first',
  picture: hospitalArt,
  text: 'The hospital asked for a deposit his family did not have. The medical fund paid it the same evening.',
}

export const roof: Story = {
  name: 'Bisi',
  place: 'Ibadan',
  fund: 'shelter',
  title: 'A roof before the rains',
  picture: roofArt,
  text: 'A storm took the roof of the house she shares with four children. New sheets were up before the next one.',
}

export const shortStories = [school, hospital, roof] as const
