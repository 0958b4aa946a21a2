/** Details that an instance shows until its organisation has published others. The one file with our own name and examples. */
import type { Organisation } from './organisation.ts'
import { OUR_AID, OUR_COMPLAINTS, OUR_TEXTS } from './our-defaults.ts'

export const ourOrganisation: Organisation = {
  name: 'Taimako',
  short_name: 'Taimako',
  line: 'Aid in naira that shows the way it went',
  registered: { name: 'Taimako Foundation', number: 'CAC/IT/NO 000000', address: '1 Example Road, Kano, Nigeria' },
  support: { email: 'support@taimako.example', phone: '+234 800 000 0000' },
  whatsapp: null,
  languages: [],
  source_code: null,
  quick_exit: 'https://www.google.com/',
  lives_impacted: 1,
  quick_amounts: null,
  look: { main: '#0d4f37', accent: '#e3a72f', logo: null, picture: null, picture_text: '' },
  letters: { sender: 'Taimako', signature: '' },
  aid: OUR_AID,
  complaints: OUR_COMPLAINTS,
  texts: OUR_TEXTS,
}
