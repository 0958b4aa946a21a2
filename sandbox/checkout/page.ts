/** The checkout's HTML. Everything that depends on the transaction is filled in by checkout.js. */
import { html } from 'hono/html'

/** @param accessCode null where the page that frames this one sends it by message */
export function checkoutPage(accessCode: string | null) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>Sandbox checkout</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="./assets/checkout.css" />
        <script src="./assets/checkout.js" type="module"></script>
      </head>
      <body data-access-code="${accessCode ?? ''}">
        <main class="sheet" aria-labelledby="title">
          <p class="banner">Sandbox: no real money moves</p>
          <header>
            <h1 id="title" tabindex="-1">Checkout</h1>
            <p class="amount" id="amount"></p>
            <p class="payer" id="payer"></p>
          </header>
          <p class="message" id="alert" role="alert"></p>
          <p class="message" id="status" role="status"></p>
          <noscript><p>This page needs JavaScript.</p></noscript>
          <section id="step-waiting"><p>Waiting for a payment to open.</p></section>
          ${payStep} ${codeSteps}
          <section id="step-ended" hidden>
            <p id="ending"></p>
            <button class="primary" id="close" type="button" hidden>Close</button>
          </section>
          <button class="quiet" id="cancel" type="button" hidden>Cancel payment</button>
          <details id="test-cards" open hidden>
            <summary>Test cards</summary>
            <p>Choose one to fill it in. Never enter a real card here.</p>
            <ul id="card-list"></ul>
          </details>
        </main>
      </body>
    </html>`
}

const payStep = html`<section id="step-pay" hidden>
  <fieldset class="methods" id="methods">
    <legend>Pay with</legend>
    <label><input type="radio" name="method" value="card" checked /><span>Card</span></label>
    <label><input type="radio" name="method" value="transfer" /><span>Transfer</span></label>
  </fieldset>

  <form id="card-form" novalidate>
    <label for="number">Card number</label>
    <input
      id="number"
      inputmode="numeric"
      autocomplete="off"
      maxlength="26"
      placeholder="0000 0000 0000 0000"
      required
    />
    <div class="pair">
      <div>
        <label for="expiry">Expiry (MM/YY)</label>
        <input id="expiry" inputmode="numeric" autocomplete="off" maxlength="5" placeholder="MM/YY" required />
      </div>
      <div>
        <label for="cvv">CVV</label>
        <input id="cvv" inputmode="numeric" autocomplete="off" maxlength="4" placeholder="123" required />
      </div>
    </div>
    <button class="primary" id="pay" type="submit">Pay</button>
  </form>

  <div id="transfer-panel" hidden>
    <dl id="account"></dl>
    <p>Pretend to send the money from your bank's app, then say so here.</p>
    <button class="primary" id="sent" type="button">I have sent it</button>
  </div>
</section>`

const codeSteps = html`<form id="step-pin" hidden novalidate>
    <label for="pin">Card PIN</label>
    <input id="pin" type="password" inputmode="numeric" autocomplete="off" maxlength="4" required />
    <p class="hint" id="pin-hint"></p>
    <button class="primary" type="submit">Continue</button>
  </form>
  <form id="step-otp" hidden novalidate>
    <label for="otp">One-time password (OTP)</label>
    <input id="otp" inputmode="numeric" autocomplete="off" maxlength="6" required />
    <p class="hint" id="otp-hint"></p>
    <button class="primary" type="submit">Authorize</button>
  </form>`
