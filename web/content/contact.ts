/** The long texts of the contact page, and the emergency numbers. Change the numbers for your country. */
export const contactCards = {
  remote: {
    title: 'Remote-first',
    text: 'We have no office to visit.',
  },
  response: {
    title: 'A reply within 24 hours',
    text: 'If not, write again.',
  },
  faq: {
    title: 'Questions and answers',
  },
  emergency: {
    title: 'In an emergency',
    text: 'We are not an emergency service. If someone is in danger, call these free numbers first.',
  },
}

interface EmergencyContact {
  /** As displayed and dialled. */
  number: string
  name: string
}

/** Nigeria's. Check them before you change the country. */
export const emergencyContacts: readonly EmergencyContact[] = [
  { number: '112', name: 'Police, fire service, ambulance' },
  { number: '0800 2255 6362', name: 'NEMA, floods and disasters' },
]
