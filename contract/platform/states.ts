/** The states of Nigeria with its capital, for areas that an organisation serves. */
export const STATES: readonly string[] = [
  'Abia',
  'Adamawa',
  'Akwa Ibom',
  'Anambra',
  'Bauchi',
  'Bayelsa',
  'Benue',
  'Borno',
  'Cross River',
  'Delta',
  'Ebonyi',
  'Edo',
  'Ekiti',
  'Enugu',
  'FCT',
  'Gombe',
  'Imo',
  'Jigawa',
  'Kaduna',
  'Kano',
  'Katsina',
  'Kebbi',
  'Kogi',
  'Kwara',
  'Lagos',
  'Nasarawa',
  'Niger',
  'Ogun',
  'Ondo',
  'Osun',
  'Oyo',
  'Plateau',
  'Rivers',
  'Sokoto',
  'Taraba',
  'Yobe',
  'Zamfara',
]

/** @returns the name of a state as it is written here; other text as it was typed */
export const stateNamed = (typed: string) =>
  STATES.find((state) => state.toLowerCase() === typed.trim().toLowerCase()) ?? typed

/** Sizes of what an organisation says about the aid that it gives. */
export const LGAS_MAX = 44
export const NEEDED_LINES_MAX = 12
