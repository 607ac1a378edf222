import { readAppOrigin } from './appOrigin.js'

/**
 * The page that a provider leads back to, in the popup. It hands its own address to the app that opened the popup, and to
 * no other origin: the address is worth nothing without the secret that the frame holds.
 */
const appOrigin = readAppOrigin()
const opener = window.opener as Window | null
if (appOrigin !== undefined && opener) {
  opener.postMessage({ protocol: 'latchkey-social', version: 1, uri: location.href }, appOrigin)
  window.close()
}
document.body.textContent = opener ? 'You can close this window.' : 'Go back to the app and sign in again.'
