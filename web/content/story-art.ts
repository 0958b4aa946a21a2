/** Drawings of our example stories, by their names. */
import grain from '../art/story-grain.svg'
import hospital from '../art/story-hospital.svg'
import roof from '../art/story-roof.svg'
import school from '../art/story-school.svg'

export const storyArt: Readonly<Record<string, string>> = { grain, hospital, roof, school }
