/** The English words of texts about an account. The catalogues call their messages `accountNews`. */

const SECRET = 'Do not share it: we never ask for it.'

export const englishAccountNews = () => ({
  texts: {
    signIn: (code: string, name: string) =>
      `${code} is your ${name} code to sign in. It expires in 10 minutes. ${SECRET}`,
    secondStep: (code: string, name: string) => `${code} is your ${name} code. It expires in 5 minutes. ${SECRET}`,
    confirmYou: (code: string, name: string) =>
      `${code} is your ${name} code to confirm that it is you. It expires in 15 minutes. ${SECRET}`,
    /** To the number that an account had before. */
    numberLeft: (name: string, phone: string) =>
      `${name}: this number no longer signs in to your account. If you did not change it, call ${phone}.`,
  },
})
