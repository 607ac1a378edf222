import { expect, it } from 'vitest'
import { linkError, linkErrorCodes, otherNetwork } from './linkErrors.js'

it('has one sentence per code', () => {
  const errors = [...linkErrorCodes.map((code) => linkError(code)), otherNetwork('Base')]
  expect(errors.map(({ code, shortMessage }) => `${code}: ${shortMessage}`)).toMatchInlineSnapshot(`
    [
      "PAYMENT_LINK_UNKNOWN: This app does not know this kind of link. Enter an address.",
      "PAYMENT_LINK_INVALID: This payment link is damaged or breaks its own rules. Nothing was filled in: ask for a new one.",
      "PAYMENT_LINK_UNSUPPORTED: This payment link asks for more than a plain payment, which can’t be done here. Nothing was filled in.",
      "PAYMENT_LINK_OTHER_KIND: This payment link is for another kind of network. Switch to an account there, then paste it again.",
      "PAYMENT_LINK_NETWORK_UNKNOWN: This payment link is for a network that this app does not have.",
      "PAYMENT_LINK_TOKEN_MISSING: This payment link asks for a token that your account does not hold on this network. Nothing was filled in.",
      "PAYMENT_LINK_OTHER_NETWORK: This is for Base. Switch the network, and it’s filled in.",
    ]
  `)
})
