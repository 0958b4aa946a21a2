/** The lawful bases: the paragraphs of section 25(1) of the Nigeria Data Protection Act, 2023; for papers about health, section 30(1)(a) as well. */
export const CONSENT = 'consent (s. 25(1)(a), 30(1)(a))'
export const CONTRACT = 'to perform what the person requested (s. 25(1)(b)(i))'
export const LEGAL = 'legal obligation (s. 25(1)(b)(ii))'
export const INTEREST = 'legitimate interest (s. 25(1)(b)(v))'
