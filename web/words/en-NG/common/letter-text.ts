/** The words of a message that quotes another. */
export const letterText = { quoted: 'Quoted text' }
