/**
 * The sandbox's checkout in the browser: the payer's steps. Plain JavaScript, because a browser loads it as it is.
 *
 * @typedef {{ number: string, cvv: string, title: string, pin?: string, otp?: string }} TestCard
 * @typedef {{ number: string, cvv: string, expiry: string, pin?: string, otp?: string }} Entry
 * @typedef {{ id: number, reference: string, access_code: string, amount_text: string, payer: string, paid: boolean,
 *   channels: string[], customer: object, callback_url: string | null, redirect_url: string, test_cards: TestCard[] }} Details
 */
import { framed, listen, tell } from './frame.js'

const STEPS = ['waiting', 'pay', 'pin', 'otp', 'ended']

/** @type {Details | null} The payment that is open; null before, and once it has ended. */
let payment = null
/** @type {string | null} */
let loading = null
/** @type {Entry | null} */
let entry = null
let busy = false

/** @param {string} id @returns {any} */
const at = (id) => document.getElementById(id)

/** @param {string} step */
function show(step) {
  for (const each of STEPS) at(`step-${each}`).hidden = each !== step
  at('cancel').hidden = step === 'waiting' || step === 'ended'
  at('close').hidden = true
  showTestCards()
  say('')
  complain('')
  if (step === 'pin' || step === 'otp') at(step).focus()
}

/** They help where a card is entered, and only there. */
function showTestCards() {
  at('test-cards').hidden = at('step-pay').hidden || at('card-form').hidden
}

/** @param {string} text */
const say = (text) => (at('status').textContent = text)
/** @param {string} text */
const complain = (text) => (at('alert').textContent = text)

/**
 * Calls the sandbox. Addresses are relative, so that they hold wherever this page is served from.
 * @param {string} path @param {object} [body]
 * @returns {Promise<any>}
 */
async function call(path, body) {
  const response = await fetch(`./${path}`, {
    ...(body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.message)
  return answer
}

/** @param {string} accessCode */
async function openPayment(accessCode) {
  // The real package sends the same code once or twice: at once, and when this page says that it is ready.
  if (loading === accessCode || payment?.access_code === accessCode) return
  loading = accessCode
  try {
    const { data } = await call(`${encodeURIComponent(accessCode)}/details`)
    if (loading !== accessCode) return
    payment = data
    entry = null
    fillIn(data)
    tell('loaded:transaction', { id: data.id, customer: data.customer, accessCode })
    if (data.paid) succeed('This payment was already made')
    else show('pay')
  } catch (error) {
    const message = error instanceof Error ? error.message : 'This payment could not be opened.'
    end(message)
    // The real package leaves its popup open after this: the way out is in here.
    at('close').hidden = !framed
    tell('error', { type: 'setup', message })
  } finally {
    if (loading === accessCode) loading = null
  }
}

/** @param {Details} details */
function fillIn(details) {
  at('amount').textContent = details.amount_text
  at('payer').textContent = details.payer
  at('pay').textContent = `Pay ${details.amount_text}`
  at('card-form').reset()
  for (const id of ['pin', 'otp']) at(id).value = ''
  at('methods').hidden = !(details.channels.includes('card') && details.channels.includes('bank_transfer'))
  chooseMethod(details.channels.includes('card') ? 'card' : 'transfer')
  at('card-list').replaceChildren(...details.test_cards.map(testCardButton))
}

/** @param {TestCard} card */
function testCardButton(card) {
  const item = document.createElement('li')
  const button = document.createElement('button')
  const title = document.createElement('b')
  const facts = document.createElement('small')
  button.type = 'button'
  title.textContent = card.title
  facts.textContent = [
    card.number.replaceAll(/(.{4})(?=.)/g, '$1 '),
    `CVV ${card.cvv}`,
    card.pin && `PIN ${card.pin}`,
    card.otp && `OTP ${card.otp}`,
  ]
    .filter(Boolean)
    .join(' · ')
  button.append(title, facts)
  button.addEventListener('click', () => {
    at('number').value = card.number.replaceAll(/(.{4})(?=.)/g, '$1 ')
    at('cvv').value = card.cvv
    at('expiry').value = `12/${String(new Date().getFullYear() + 3).slice(2)}`
    at('pin-hint').textContent = card.pin ? `This test card's PIN is ${card.pin}.` : ''
    at('otp-hint').textContent = card.otp ? `This test card's OTP is ${card.otp}.` : ''
    complain('')
    at('pay').focus()
  })
  item.append(button)
  return item
}

/** Runs one step at a time, with the buttons off and every failure said. @param {() => Promise<void>} work */
async function step(work) {
  if (busy || !payment) return
  busy = true
  for (const button of document.querySelectorAll('button')) button.disabled = true
  say('Please wait …')
  complain('')
  let failure = ''
  try {
    await work()
  } catch (error) {
    failure =
      error instanceof TypeError ? 'No connection. Please try again.' : error instanceof Error ? error.message : ''
  } finally {
    busy = false
    for (const button of document.querySelectorAll('button')) button.disabled = false
    say('')
  }
  if (failure) complain(failure)
}

async function pay() {
  const details = payment
  if (!details || !entry) return
  const answer = await call(`${details.access_code}/pay`, entry)
  if (payment !== details) return
  if (answer.status === 'success') return succeed(answer.message)
  if (answer.status === 'send_pin') return show('pin')
  if (answer.status === 'send_otp') return show('otp')
  // A decline stays in here: the payer may try another card. The page around us hears of it, and need not care.
  entry = null
  for (const id of ['pin', 'otp']) at(id).value = ''
  show('pay')
  tell('error', { type: 'charge', message: answer.message })
  at('number').focus()
  throw new Error(`${answer.message}. You were not charged. Try another card.`)
}

/** @param {string} message */
function succeed(message) {
  const details = payment
  if (!details) return
  end('Payment successful. You can close this window.')
  const id = String(details.id)
  tell('success', {
    reference: details.reference,
    trans: id,
    transaction: id,
    trxref: details.reference,
    message,
    status: 'success',
    redirecturl: details.redirect_url,
  })
  if (!framed && details.callback_url) location.assign(details.redirect_url)
}

/** @param {string} text */
function end(text) {
  payment = null
  entry = null
  show('ended')
  at('ending').textContent = text
  at('title').focus()
}

function cancel() {
  const details = payment
  if (!details) return
  void fetch(`./${details.access_code}/cancel`, { method: 'POST', keepalive: true }).catch(() => undefined)
  end('Payment cancelled. You can close this window.')
  tell('cancel', { status: 'abandoned' })
}

/** @param {string} method */
function chooseMethod(method) {
  at('methods').querySelector(`[value=${method}]`).checked = true
  at('card-form').hidden = method !== 'card'
  at('transfer-panel').hidden = method !== 'transfer'
  showTestCards()
  if (method === 'transfer') void step(showAccount)
}

async function showAccount() {
  const { data } = await call(`${payment?.access_code}/transfer`, {})
  const facts = {
    Bank: data.bank,
    'Account number': data.account_number,
    Name: data.account_name,
    Amount: data.amount_text,
  }
  at('account').replaceChildren(
    ...Object.entries(facts).flatMap(([name, value]) => {
      const term = document.createElement('dt')
      const description = document.createElement('dd')
      term.textContent = name
      description.textContent = value
      return [term, description]
    }),
  )
}

async function confirmSent() {
  const details = payment
  const answer = await call(`${details?.access_code}/transfer/sent`, {})
  if (answer.status === 'success') return succeed(answer.message)
  end('We are waiting for your bank to confirm the transfer. You can close this window.')
  tell('transfer:pending', { status: 'pending', reference: details?.reference, message: answer.message })
}

/** The fields of a form that are empty are marked, and the first has the focus. @param {string[]} ids */
function complete(ids) {
  const empty = ids.filter((id) => {
    const missing = at(id).value.trim() === ''
    at(id).setAttribute('aria-invalid', String(missing))
    return missing
  })
  if (empty.length === 0) return true
  complain('Please fill in every field.')
  at(empty[0] ?? '').focus()
  return false
}

at('card-form').addEventListener('submit', (/** @type {Event} */ event) => {
  event.preventDefault()
  if (!complete(['number', 'expiry', 'cvv'])) return
  entry = { number: at('number').value, expiry: at('expiry').value.trim(), cvv: at('cvv').value.trim() }
  void step(pay)
})
for (const id of ['pin', 'otp']) {
  at(`step-${id}`).addEventListener('submit', (/** @type {Event} */ event) => {
    event.preventDefault()
    if (!complete([id]) || !entry) return
    entry = { ...entry, [id]: at(id).value.trim() }
    void step(pay)
  })
}
at('methods').addEventListener('change', (/** @type {any} */ event) => chooseMethod(event.target.value))
at('sent').addEventListener('click', () => void step(confirmSent))
at('cancel').addEventListener('click', cancel)
at('close').addEventListener('click', () => tell('close'))
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !busy) cancel()
})
// Another number is another card: the codes of the one that was chosen are no help any more.
at('number').addEventListener('input', () => {
  for (const id of ['pin-hint', 'otp-hint']) at(id).textContent = ''
})
// Adds the slash of MM/YY.
at('expiry').addEventListener('input', (/** @type {any} */ event) => {
  const digits = event.target.value.replaceAll(/\D/g, '').slice(0, 4)
  if (event.inputType !== 'deleteContentBackward')
    event.target.value = digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits
})

listen({
  open: (accessCode) => void openPayment(accessCode),
  shown: () => at('title').focus(),
  closed() {
    if (!payment) return
    payment = null
    show('waiting')
  },
})
const given = document.body.dataset['accessCode']
if (given) void openPayment(given)
