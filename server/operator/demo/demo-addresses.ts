/** Addresses of the demo's people, and their descriptions. The streets exist; the people do not. */
const STREETS = [
  'Zoo Road, Kano',
  'Agbani Road, Enugu',
  'Bompai Road, Kano',
  'Ring Road, Ibadan',
  'Aba Road, Port Harcourt',
  'Murtala Mohammed Way, Calabar',
  'Rukuba Road, Jos',
  'Sapele Road, Benin City',
  'Baga Road, Maiduguri',
  'Azikiwe Road, Aba',
  'Ahmadu Bello Way, Kaduna',
  'Ikorodu Road, Lagos',
  'Gwagwalada Market Road, Abuja',
] as const

const BIOS = [
  'I sell groundnuts at the market.',
  'I sew for the neighbours, and look after my mother.',
  'I drive a tricycle when I can rent one.',
  'I teach in a primary school that has not paid since June.',
  'I farm maize and beans. The river took this year’s field.',
  'I look after four children alone.',
  'I load lorries at the motor park.',
] as const

/** @param place of the person in the demo's list */
export const demoAddress = (place: number) => `${2 * place + 3} ${STREETS[place % STREETS.length]}`
export const demoBio = (place: number) => BIOS[place % BIOS.length]
