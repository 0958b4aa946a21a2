/** The English words around every mail. The catalogues call their messages `mailFrame`. */
export const englishMailFrame = () => ({
  enterCode: 'Or enter this code on the page where you requested this email:',
  questions: (address: string) => `Questions? Write to ${address}.`,
})
