/** A captcha that people solve by pressing. */

/** Speaks as Turnstile's script does, to pages: a button instead of a puzzle. */
export const STAND_IN_CAPTCHA = `
  let answers = 0
  window.turnstile = {
    render(place, { callback }) {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = 'I am a person'
      button.onclick = () => callback('answer ' + ++answers)
      place.append(button)
      return 'widget'
    },
    reset() {},
    remove() {},
  }`
