/** Stories of hope. Examples to replace with your own, told with the consent of the people in them. */
export interface Story {
  name: string
  place: string
  title: string
  text: string
}

export const stories: readonly [Story, Story, Story] = [
  {
    name: 'Amina',
    place: 'Kano',
    title: 'Back in class by Monday',
    text: 'Her second-term fees were two weeks late. The school had them on Friday; she sat her exams with the others.',
  },
  {
    name: 'Chukwuemeka',
    place: 'Enugu',
    title: 'The operation came first',
    text: 'The hospital asked for a deposit his family did not have. The medical fund paid it the same evening.',
  },
  {
    name: 'Bisi',
    place: 'Ibadan',
    title: 'A roof before the rains',
    text: 'A storm took the roof of the house she shares with four children. New sheets were up before the next one.',
  },
]
